import type { Post } from '@pontual/contract/posts/posts.ts';
import { Copy, Download, Share } from 'lucide-react';
import { useState } from 'react';
import { hasFailed } from '../../api/has-failed.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { QueryState } from '../../ui/page/query-state.tsx';
import { showToast } from '../../ui/toast.tsx';
import { fileName, useShareFiles } from './share-files.ts';

/** A browser may deny a page the clipboard. */
const copyText = (text: string): Promise<boolean> =>
  navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );

interface MediaHandoffProps {
  post: Post;
  onShared: () => void;
}

export function MediaHandoff({ post, onShared }: MediaHandoffProps) {
  const { canShare, query } = useShareFiles(post);
  return (
    <Card aria-labelledby="levar-ao-instagram">
      <CardHeader title={<span id="levar-ao-instagram">Leve ao Instagram</span>} />
      <CardBody className="grid gap-4">
        {canShare ? (
          <>
            <QueryState
              query={query}
              failed="A mídia não carregou. Verifique sua internet."
              loading={null}
            />
            {hasFailed(query) ? null : (
              <ShareButton post={post} files={query.data} onShared={onShared} />
            )}
          </>
        ) : (
          <Downloads post={post} />
        )}
      </CardBody>
    </Card>
  );
}

/** A story has no caption on Instagram. */
const captionOf = ({ mediaType, caption }: Post) => (mediaType === 'STORIES' ? '' : caption.trim());

function ShareButton({ post, files, onShared }: MediaHandoffProps & { files: File[] | undefined }) {
  const caption = captionOf(post);
  const share = async () => {
    if (files === undefined) return;
    if (caption !== '') {
      const text = (await copyText(caption))
        ? 'Legenda copiada. Cole no Instagram.'
        : 'A legenda não foi copiada. Copie-a abaixo antes de publicar.';
      showToast({ text });
    }
    try {
      await navigator.share({ files });
      onShared();
    } catch (error) {
      const isClosed = error instanceof DOMException && error.name === 'AbortError';
      if (!isClosed) showToast({ text: 'O celular não abriu o compartilhamento.', error: true });
    }
  };
  return (
    <>
      <Button
        variant="ipe"
        size="xl"
        block
        icon={<Share size={20} />}
        busy={files === undefined}
        busyLabel="Preparando a mídia..."
        onClick={() => void share()}
      >
        Compartilhar no Instagram
      </Button>
      <Steps
        steps={[
          'Escolha o Instagram na lista do celular.',
          ...(caption === ''
            ? []
            : ['Cole a legenda: o Instagram descarta o texto, e ela já vai copiada.']),
          'Publique. Ao compartilhar, a Pontual para de tentar por você.',
        ]}
      />
    </>
  );
}

function Downloads({ post }: { post: Post }) {
  const { mediaItems } = post;
  const caption = captionOf(post);
  return (
    <>
      <ul className="grid gap-2 sm:grid-cols-[repeat(auto-fill,minmax(180px,1fr))]">
        {mediaItems.map((item, at) => (
          <li key={item.url}>
            <a
              href={item.url}
              download={fileName(item, at)}
              className={buttonClass({
                variant: mediaItems.length === 1 ? 'ipe' : 'line',
                size: mediaItems.length === 1 ? 'lg' : 'md',
                block: true,
              })}
            >
              <Download size={18} />
              {mediaItems.length === 1 ? 'Baixar mídia' : `Baixar item ${at + 1}`}
            </a>
          </li>
        ))}
      </ul>
      <Steps
        steps={[
          'Baixe a mídia. No celular, esta mesma página compartilha direto com o Instagram.',
          'Abra instagram.com e comece um novo post com os arquivos, na ordem.',
          ...(caption === '' ? [] : ['Copie a legenda abaixo, cole e publique.']),
        ]}
      />
    </>
  );
}

function Steps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className="grid gap-2 text-sm text-ink-2">
      {steps.map((step, index) => (
        <li key={step} className="grid grid-cols-[22px_minmax(0,1fr)] gap-2">
          <span className="tnum font-semibold text-ink">{index + 1}.</span>
          <span className="text-pretty">{step}</span>
        </li>
      ))}
    </ol>
  );
}

export function CopyTextCard(props: {
  title: string;
  text: string;
  action: string;
  note?: string;
}) {
  const { title, text, action, note } = props;
  const [isCopied, setCopied] = useState(false);
  const copyAndReport = async () => {
    const hasCopied = await copyText(text);
    setCopied(hasCopied);
    if (!hasCopied) {
      showToast({ text: 'O navegador não deixou copiar. Selecione o texto.', error: true });
    }
  };
  return (
    <Card>
      <CardHeader
        title={title}
        aside={
          <Button
            variant="line"
            size="sm"
            icon={<Copy size={15} />}
            onClick={() => void copyAndReport()}
          >
            {action}
          </Button>
        }
      />
      <CardBody className="grid gap-3">
        <p className="text-sm leading-[1.6] wrap-anywhere whitespace-pre-line">{text}</p>
        {note === undefined ? null : <p className="text-xs text-pretty text-ink-3">{note}</p>}
        <output className="text-xs font-semibold text-pub-text empty:hidden">
          {isCopied ? 'Copiado.' : ''}
        </output>
      </CardBody>
    </Card>
  );
}

export const captionToPaste = captionOf;
