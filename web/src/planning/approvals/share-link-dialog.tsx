import { failureText } from '../../api/api-error.ts';
import { requestApproval } from '@pontual/contract/planning/approvals.ts';
import { formatDate } from '@pontual/contract/shared/brasilia-time.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Copy, MessageCircle, Share2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { POSTS } from '../../api/query-keys.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { controlClass, Field } from '../../ui/field.tsx';
import { Alert } from '../../ui/alert.tsx';
import { SkeletonBar, Skeleton } from '../../ui/skeleton.tsx';
import { cx } from '../../ui/cx.ts';

interface ShareLinkDialogProps {
  postId: string;
  open: boolean;
  onClose: () => void;
  /** Used when the button that opened the dialog is gone. */
  focusAfter: () => HTMLElement | null;
}

const SHARE_TEXT = 'Veja como fica este post e aprove, ou peça uma mudança:';

/** The press that opened the dialog created the link. */
export function ShareLinkDialog({ postId, open, onClose, focusAfter }: ShareLinkDialogProps) {
  const queries = useQueryClient();
  const requestLink = useMutation({
    mutationFn: (renew: boolean) =>
      call(requestApproval, { params: { id: postId }, body: { renew } }),
    onSettled: () => void queries.invalidateQueries({ queryKey: POSTS }),
  });
  const { mutate } = requestLink;
  const hasRequested = useRef(false);
  useEffect(() => {
    if (hasRequested.current) return;
    hasRequested.current = true;
    mutate(false);
  }, [mutate]);
  const { data } = requestLink;
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      finalFocus={focusAfter}
      title="Enviar para aprovação"
      description="Quem tiver o link vê o post como ele vai ficar e aprova ou pede uma mudança, sem criar conta. Sem aprovação, o post não sai."
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            Fechar
          </Button>
          {data === undefined ? null : <ShareButtons url={data.url} />}
        </>
      }
    >
      {requestLink.isError ? (
        <Alert tone="bad" live className="mt-3">
          {failureText(requestLink.error, 'O link não foi criado. Tente de novo.')}
        </Alert>
      ) : null}
      {data === undefined ? (
        requestLink.isError ? null : (
          <Skeleton className="mt-3 grid gap-2">
            <SkeletonBar className="h-11 w-full rounded-field!" />
          </Skeleton>
        )
      ) : (
        <LinkField
          url={data.url}
          expiresAt={data.approval.expiresAt}
          isBusy={requestLink.isPending}
          onRenew={() => mutate(true)}
        />
      )}
    </Dialog>
  );
}

function LinkField(props: {
  url: string;
  expiresAt: string;
  isBusy: boolean;
  onRenew: () => void;
}) {
  const { url, expiresAt, isBusy, onRenew } = props;
  const [copyStatus, setCopyStatus] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setCopyStatus('Link copiado'),
      () => setCopyStatus('Não foi possível copiar. Selecione o link e copie.'),
    );
  return (
    <div className="mt-3 grid gap-3">
      <Field
        label="Link de aprovação"
        hint={`Vale até ${formatDate(new Date(expiresAt))}. Depois de editar o post, o mesmo link mostra a nova versão.`}
      >
        {(control) => (
          <input
            {...control}
            readOnly
            value={url}
            onFocus={({ currentTarget }) => currentTarget.select()}
            className={cx(controlClass, 'truncate')}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="line" size="sm" icon={<Copy size={16} />} onClick={() => void copy()}>
          Copiar link
        </Button>
        <Button variant="ghost" size="sm" busy={isBusy} busyLabel="Trocando..." onClick={onRenew}>
          Trocar o link
        </Button>
        <output className="text-sm text-pub-text">{copyStatus}</output>
      </div>
    </div>
  );
}

function ShareButtons({ url }: { url: string }) {
  const text = `${SHARE_TEXT} ${url}`;
  const whatsApp = (
    <a
      href={`https://wa.me/?text=${encodeURIComponent(text)}`}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClass({ variant: typeof navigator.share === 'function' ? 'line' : 'ipe' })}
    >
      <MessageCircle size={16} className="-ml-1" />
      WhatsApp
      <span className="sr-only">, em nova aba</span>
    </a>
  );
  if (typeof navigator.share !== 'function') return whatsApp;
  return (
    <>
      {whatsApp}
      <Button
        variant="ipe"
        icon={<Share2 size={16} />}
        // The promise rejects when the user closes the share sheet.
        onClick={() => void navigator.share({ text: SHARE_TEXT, url }).catch(() => undefined)}
      >
        Compartilhar
      </Button>
    </>
  );
}
