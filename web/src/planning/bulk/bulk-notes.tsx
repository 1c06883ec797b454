import { BATCH_POSTS_MAX } from '@pontual/contract/planning/bulk.ts';
import { FileSpreadsheet, X } from 'lucide-react';
import type { PickedFile } from '../../composer/form.rules.ts';
import { LeaveGuard } from '../../ui/page/leave-guard.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Alert } from '../../ui/alert.tsx';
import type { LoadedSheet } from './sheet/read-sheets.ts';
import type { SendState } from './use-send-batch.ts';

/** The selection exists only in this page. */
export function BulkLeaveGuard({ sending }: { sending: SendState }) {
  const mayExist = sending.state === 'failed' && sending.mayExist;
  const text =
    sending.state === 'sending'
      ? 'O envio para aqui. Nenhum post é criado pela metade.'
      : mayExist
        ? 'Os posts podem já ter sido criados: confira no calendário.'
        : 'Os arquivos escolhidos e o que você corrigiu se perdem.';
  return (
    <LeaveGuard
      text={{
        title: mayExist ? 'Sair sem resposta?' : 'Sair sem agendar?',
        text,
        stayLabel: 'Continuar aqui',
        leaveLabel: 'Sair',
        losesWork: true,
      }}
      isClosing={false}
      isLostOnUnload
      onStay={() => undefined}
      onLeave={() => undefined}
    />
  );
}

export function SheetSummary(props: {
  sheet: LoadedSheet;
  disabled: boolean;
  onRemove: () => void;
}) {
  const { sheet, disabled, onRemove } = props;
  return (
    <div className="mt-3 flex items-center gap-3 rounded-md border border-line bg-surface px-4 py-2">
      <FileSpreadsheet size={18} className="shrink-0 text-ink-3" />
      <p className="min-w-0 flex-1 text-sm wrap-anywhere">
        <b className="font-semibold">{sheet.name}</b>: {sheet.lines.length}{' '}
        {sheet.lines.length === 1 ? 'linha' : 'linhas'}.
        {sheet.unknownColumns.length === 0
          ? ''
          : ` Colunas que não usamos: ${sheet.unknownColumns.slice(0, 8).join(', ')}.`}
      </p>
      <IconButton
        label="Tirar a planilha"
        icon={<X size={18} />}
        disabled={disabled}
        onClick={onRemove}
      />
    </div>
  );
}

interface UnusedFilesProps {
  files: readonly PickedFile[];
  overLimit: readonly PickedFile[];
  hasSheet: boolean;
}

export function UnusedFiles({ files, overLimit, hasSheet }: UnusedFilesProps) {
  const tooMany = files.filter((file) => overLimit.includes(file));
  const unreferenced = files.filter((file) => !overLimit.includes(file));
  return (
    <>
      <UnusedNotice files={unreferenced} text={unreferencedText(unreferenced.length, hasSheet)} />
      <UnusedNotice files={tooMany} text={tooManyText(tooMany.length)} />
    </>
  );
}

function UnusedNotice({ files, text }: { files: readonly PickedFile[]; text: string }) {
  if (files.length === 0) return null;
  const names = files.map(({ file }) => file.name);
  const shown = names.slice(0, 12).join(', ');
  return (
    <Alert tone="warn" className="mt-3">
      <b className="font-semibold">{text}</b>: {shown}
      {names.length > 12 ? ` e mais ${names.length - 12}` : ''}.
    </Alert>
  );
}

function unreferencedText(count: number, hasSheet: boolean): string {
  const where = hasSheet ? 'na planilha' : 'em nenhum post';
  return count === 1
    ? `Um arquivo não está ${where} e não será enviado`
    : `${count} arquivos não estão ${where} e não serão enviados`;
}

function tooManyText(count: number): string {
  const limitText = `um lote leva até ${BATCH_POSTS_MAX} posts`;
  return count === 1
    ? `Um arquivo fica de fora: ${limitText}`
    : `${count} arquivos ficam de fora: ${limitText}`;
}
