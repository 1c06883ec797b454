import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';

/** Where the browser denies the copy, the text is selected. */
export function SecretField({ label, secret }: { label: string; secret: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [copyStatus, setCopyStatus] = useState<string>();
  const copy = async () => {
    field.current?.select();
    await globalThis.navigator.clipboard.writeText(secret);
  };
  return (
    <div className="grid gap-3">
      <TextField
        ref={field}
        label={label}
        value={secret}
        readOnly
        spellCheck={false}
        className="font-mono text-sm!"
        onFocus={(event) => event.target.select()}
      />
      <Button
        variant="ink"
        className="lg:justify-self-start"
        icon={copyStatus === undefined ? <Copy size={16} /> : <Check size={16} />}
        onClick={() =>
          void copy().then(
            () => setCopyStatus('Copiado'),
            () => setCopyStatus('Selecionado: copie com Ctrl+C'),
          )
        }
      >
        {copyStatus ?? 'Copiar'}
      </Button>
      <output className="sr-only">{copyStatus}</output>
    </div>
  );
}
