import { BATCH_POSTS_MAX } from '@pontual/contract/bulk.ts';
import { FileSpreadsheet, X } from 'lucide-react';
import type { PickedFile } from '../posts/create/form-rules.ts';
import { LeaveGuard } from '../posts/create/leave-guard.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Notice } from '../ui/notice.tsx';
import type { TakenSheet } from './sheet/read-sheets.ts';
import type { SendState } from './use-send-batch.ts';

/** What was chosen lies only in this page. */
export function Leaving({ sending }: { sending: SendState }) {
  const mayExist = sending.state === 'failed' && sending.mayExist;
  const text =
    sending.state === 'sending'
      ? 'O envio para aqui. Nenhum post é criado pela metade.'
      : mayExist
        ? 'Os posts podem já ter sido criados: confira no calendário.'
        : 'Os arquivos escolhidos e o que você corrigiu se perdem.';
  return (
    <LeaveGuard
      words={{
        title: mayExist ? 'Sair sem resposta?' : 'Sair sem agendar?',
        text,
        keep: 'Continuar aqui',
        leave: 'Sair',
        loses: true,
      }}
      closing={false}
      endsWithPage
      onStay={() => undefined}
      onLeave={() => undefined}
    />
  );
}

/** The sheet of which the posts are. */
export function SheetLineOf(props: { sheet: TakenSheet; disabled: boolean; onDrop: () => void }) {
  const { sheet, disabled, onDrop } = props;
  return (
    <div className="mt-3 flex items-center gap-3 rounded-md border border-line bg-surface px-4 py-2">
      <FileSpreadsheet size={18} className="shrink-0 text-ink-3" />
      <p className="min-w-0 flex-1 text-sm wrap-anywhere">
        <b className="font-semibold">{sheet.name}</b>: {sheet.lines.length}{' '}
        {sheet.lines.length === 1 ? 'linha' : 'linhas'}.
        {sheet.unknown.length === 0
          ? ''
          : ` Colunas que não usamos: ${sheet.unknown.slice(0, 8).join(', ')}.`}
      </p>
      <IconButton
        label="Tirar a planilha"
        icon={<X size={18} />}
        disabled={disabled}
        onClick={onDrop}
      />
    </div>
  );
}

/** Files of which the sheet says nothing, or without one, those that are too many. */
export function Unused(props: { files: readonly PickedFile[]; ofSheet: boolean }) {
  const { files, ofSheet } = props;
  const names = files.map(({ file }) => file.name);
  const shown = names.slice(0, 12).join(', ');
  return (
    <Notice tone="warn" className="mt-3">
      <b className="font-semibold">{unusedText(names.length, ofSheet)}</b>: {shown}
      {names.length > 12 ? ` e mais ${names.length - 12}` : ''}.
    </Notice>
  );
}

function unusedText(count: number, ofSheet: boolean): string {
  if (ofSheet) {
    return count === 1
      ? 'Um arquivo não está na planilha e não será enviado'
      : `${count} arquivos não estão na planilha e não serão enviados`;
  }
  const most = `um lote leva até ${BATCH_POSTS_MAX} posts`;
  return count === 1
    ? `Um arquivo fica de fora: ${most}`
    : `${count} arquivos ficam de fora: ${most}`;
}
