import { Download, Upload } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';
import { limitsText } from '../../composer/file.rules.ts';
import { readNow } from '../../posts/now.ts';
import { hasFiles, usePreventStrayDrops } from '../../composer/prevent-stray-drops.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Alert } from '../../ui/alert.tsx';
import { showToast } from '../../ui/toast.tsx';
import { bulkAccepts, type Intake } from './use-intake.ts';

export function DropCard(props: {
  intake: Intake;
  disabled: boolean;
  onSelect: (selection: readonly File[]) => void;
}) {
  const { intake, disabled, onSelect } = props;
  const input = useRef<HTMLInputElement>(null);
  const [isDragOver, setDragOver] = useState(false);
  usePreventStrayDrops(true);
  const isEmpty = intake.files.length === 0 && intake.sheet === null;
  const onDragOver = (event: DragEvent) => {
    if (disabled || !hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    setDragOver(true);
  };
  const onDrop = (event: DragEvent) => {
    setDragOver(false);
    if (disabled || !hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    onSelect([...event.dataTransfer.files]);
  };
  return (
    <div
      onDragOver={onDragOver}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
        setDragOver(false);
      }}
      onDrop={onDrop}
      className={cx(
        'flex flex-wrap items-center gap-3.5 rounded-xl border-2 px-4 py-5 lg:flex-nowrap lg:gap-[22px] lg:px-6',
        isEmpty && 'lg:py-[30px]',
        isDragOver ? 'border-ink bg-ipe-soft' : 'border-dashed border-line-strong bg-surface',
      )}
    >
      <span
        className={cx(
          'grid size-12 shrink-0 place-items-center rounded-full lg:size-15',
          isDragOver ? 'bg-ipe text-on-ipe' : 'bg-sunken',
        )}
      >
        <Upload size={24} />
      </span>
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-heading text-[1.25rem] leading-[1.2]! font-semibold">
          {isDragOver ? 'Solte para abrir' : 'Planilha Excel ou CSV, ZIP, fotos e vídeos'}
        </p>
        <p className="mt-1 text-xs text-pretty text-ink-3">
          Tudo de uma vez ou aos poucos, até 100 posts. {limitsText(bulkAccepts)}
        </p>
      </div>
      <input
        ref={input}
        type="file"
        multiple
        disabled={disabled}
        accept={bulkAccepts}
        aria-label="Escolher planilha e arquivos"
        tabIndex={-1}
        className="sr-only"
        onChange={({ currentTarget }) => {
          onSelect([...(currentTarget.files ?? [])]);
          // Allows the same file to be chosen again after it was fixed.
          currentTarget.value = '';
        }}
      />
      <div className="flex flex-wrap gap-2 max-lg:w-full max-lg:*:flex-1">
        <TemplateButton format="xlsx" label="Modelo Excel" />
        <TemplateButton format="csv" label="Modelo CSV" />
        <Button
          variant={isEmpty ? 'ink' : 'line'}
          size="lg"
          busy={intake.isOpening}
          busyLabel="Abrindo..."
          disabled={disabled}
          onClick={() => input.current?.click()}
        >
          Escolher arquivos
        </Button>
      </div>
    </div>
  );
}

type TemplateFormat = 'xlsx' | 'csv';

function TemplateButton({ format, label }: { format: TemplateFormat; label: string }) {
  return (
    <Button
      variant="ghost"
      size="lg"
      className="max-lg:px-3!"
      icon={<Download size={18} />}
      onClick={() => void downloadTemplate(format)}
    >
      {label}
    </Button>
  );
}

async function downloadTemplate(format: TemplateFormat): Promise<void> {
  const module = await import('./sheet/sheet-template.ts').catch(() => undefined);
  if (module === undefined) {
    const text =
      'Não foi possível baixar a planilha modelo. Verifique sua internet e tente de novo.';
    showToast({ text, error: true });
    return;
  }
  const url = URL.createObjectURL(await module.sheetTemplates[format](readNow()));
  const link = document.createElement('a');
  link.href = url;
  link.download = `pontual-modelo.${format}`;
  link.click();
  URL.revokeObjectURL(url);
}

const MAX_SHOWN = 20;

export function RefusedFiles({ refused }: Pick<Intake, 'refused'>) {
  if (refused.length === 0) return null;
  return (
    <Alert tone="bad" live className="mt-3">
      <p className="font-semibold">
        {refused.length === 1 ? 'Um arquivo não entrou' : `${refused.length} arquivos não entraram`}
      </p>
      <ul className="mt-1 max-h-48 overflow-auto">
        {refused.slice(0, MAX_SHOWN).map(({ name, reason }, index) => (
          <li key={index} className="wrap-anywhere">
            <b className="font-semibold">{name}</b>: {reason}
          </li>
        ))}
      </ul>
      {refused.length > MAX_SHOWN ? (
        <p className="mt-1">E mais {refused.length - MAX_SHOWN}.</p>
      ) : null}
    </Alert>
  );
}
