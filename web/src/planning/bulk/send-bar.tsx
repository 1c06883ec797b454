import { CalendarPlus } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../ui/page/paths.ts';
import type { PickedFile } from '../../composer/form.rules.ts';
import { percentOf } from '../../composer/uploads/upload-state.ts';
import type { EarlyUploads } from '../../composer/uploads/use-upload-queue.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Alert } from '../../ui/alert.tsx';
import { progressBar } from '../../ui/progress-bar.ts';
import { postsText } from './batch-text.ts';
import type { SendState } from './use-send-batch.ts';

interface SendBarProps {
  /** ` em @cafe.serra`; empty where there is one account. */
  accountSuffix: string;
  ready: number;
  invalid: number;
  isChecking: boolean;
  sending: SendState;
  earlyUploads: EarlyUploads;
  files: readonly PickedFile[];
  onSend: () => void;
  /** Repeats the same request after a lost response. */
  onRetry: () => void;
}

const dialogCodes: ReadonlySet<string> = new Set(['LIMIT_EXCEEDED', 'INSTAGRAM_NOT_CONNECTED']);

export function SendBar(props: SendBarProps) {
  const { accountSuffix, ready, invalid, sending, onSend, onRetry } = props;
  const isSending = sending.state === 'sending';
  const failure = sending.state === 'failed' && !dialogCodes.has(sending.code) ? sending : null;
  const mayExist = failure?.mayExist === true;
  const blocked = !mayExist && (ready === 0 || invalid > 0);
  return (
    <div className="sticky bottom-[calc(72px+env(safe-area-inset-bottom))] z-10 mt-4 rounded-lg border border-line bg-surface p-4 shadow-pop lg:bottom-4">
      {failure === null ? null : mayExist ? (
        <Alert tone="bad" live className="mb-3">
          A resposta não chegou, e os posts podem já ter sido criados. Tente de novo: nenhum será
          criado duas vezes.{' '}
          <Link to={paths.schedule} className="text-link">
            Ver no calendário
          </Link>
        </Alert>
      ) : (
        <Alert tone="bad" live className="mb-3">
          {failure.message} Nenhum post foi criado.
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-56">
          <Progress {...props} />
        </div>
        <Button
          variant="ipe"
          size="lg"
          className="max-w-full whitespace-normal! max-lg:w-full"
          icon={<CalendarPlus size={18} />}
          busy={isSending}
          busyLabel={
            sending.state === 'sending' && sending.fraction === null
              ? 'Agendando...'
              : 'Enviando...'
          }
          disabled={blocked && !isSending}
          onClick={mayExist ? onRetry : onSend}
        >
          {mayExist ? 'Tentar de novo' : `Agendar ${postsText(ready)}${accountSuffix}`}
        </Button>
      </div>
    </div>
  );
}

function Progress({ ready, invalid, isChecking, sending, earlyUploads, files }: SendBarProps) {
  const size = files.reduce((sum, { file }) => sum + file.size, 0);
  const sent = files.reduce((sum, { url, file }) => {
    const upload = earlyUploads.uploads.get(url);
    return sum + (upload === undefined ? 0 : (percentOf(upload, file.size) / 100) * file.size);
  }, 0);
  const stalled = files.filter(({ url }) => earlyUploads.uploads.get(url)?.state === 'failed');
  const refused = files.flatMap(({ url, file }) => {
    const upload = earlyUploads.uploads.get(url);
    return upload?.state === 'refused' ? [`${file.name}: ${upload.message}`] : [];
  });
  const percent = size === 0 ? 100 : Math.floor((sent / size) * 100);
  const count = files.filter(
    ({ url }) => earlyUploads.uploads.get(url)?.state === 'finished',
  ).length;
  return (
    <>
      <output className="block text-sm font-semibold">
        {sendSummary({ ready, invalid, isChecking, sending })}
      </output>
      <p className="tnum mt-0.5 text-xs text-ink-3">
        {count} de {files.length} {files.length === 1 ? 'arquivo enviado' : 'arquivos enviados'}
      </p>
      {percent < 100 ? (
        <progress
          aria-label="Envio dos arquivos"
          max={100}
          value={percent}
          className={cx(progressBar, 'mt-2 h-1.5')}
        />
      ) : null}
      {refused.map((text) => (
        <p key={text} className="mt-1 text-xs font-medium wrap-anywhere text-bad-text">
          {text}
        </p>
      ))}
      {stalled.length === 0 ? null : (
        <p className="mt-1 text-xs font-medium text-bad-text">
          O envio parou de avançar.{' '}
          <button
            type="button"
            className="text-link"
            onClick={() => earlyUploads.uploadQueue.retry(stalled.map(({ url }) => url))}
          >
            Tentar de novo
          </button>
        </p>
      )}
    </>
  );
}

function sendSummary(
  input: Pick<SendBarProps, 'ready' | 'invalid' | 'isChecking' | 'sending'>,
): string {
  const { ready, invalid, isChecking, sending } = input;
  if (sending.state === 'sending') {
    return sending.fraction === null ? 'Agendando os posts...' : 'Enviando os arquivos...';
  }
  if (sending.state === 'failed' && sending.mayExist) return 'Sem resposta do servidor';
  if (isChecking) return 'Conferindo os posts...';
  const prontos = `${postsText(ready)} ${ready === 1 ? 'pronto' : 'prontos'}`;
  return invalid === 0 ? `${prontos} para agendar` : `${prontos}, ${invalid} para corrigir`;
}
