import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { useState, type RefObject } from 'react';
import type { TextFieldHandle } from '../text-field-handle.ts';
import { checkAdDisclosure } from '../../composer/preflight/ad-disclosure.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/alert.tsx';
import type { EditForm } from '../../composer/edit-form.ts';

interface PubliReminderProps {
  form: EditForm;
  type: MediaType;
  locked: boolean;
  writer: RefObject<TextFieldHandle | null>;
}

export function PubliReminder({ form, type, locked, writer }: PubliReminderProps) {
  const [dismissed, setDismissed] = useState(false);
  const finding = dismissed ? null : checkAdDisclosure(form, type);
  if (finding === null) return null;
  const { text, reminder, fix } = finding;
  return (
    <Alert tone="warn" className="mt-2">
      <p>
        {text}{' '}
        <a href={reminder.href} target="_blank" rel="noreferrer" className="underline">
          {reminder.label}
        </a>
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          variant="line"
          size="sm"
          disabled={locked}
          onClick={() => writer.current?.write(fix.edit)}
        >
          {fix.label}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          className="text-current!"
          onClick={() => {
            writer.current?.field()?.focus();
            setDismissed(true);
          }}
        >
          Não é publicidade
        </Button>
      </div>
    </Alert>
  );
}
