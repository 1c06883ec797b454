import { HASHTAG_MAX, hashtagIssue } from '@pontual/contract/posts/captions.ts';
import { GROUP_NAME_MAX, type HashtagGroup } from '@pontual/contract/posts/hashtag-groups.ts';
import { useState } from 'react';
import { failureText } from '../../../api/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { controlClass, Field, TextField } from '../../../ui/field.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { parseHashtags } from './group-text.ts';
import { useDeleteGroup, useSaveGroup } from './groups-queries.ts';

interface GroupEditorProps {
  /** Null for a new group. */
  group: Omit<HashtagGroup, '_id'> & { _id: string | null };
  onDone: () => void;
}

export function GroupEditor({ group, onDone }: GroupEditorProps) {
  const [name, setName] = useState(group.name);
  const [text, setText] = useState(group.hashtags.map((tag) => `#${tag}`).join(' '));
  const [isConfirmingDelete, setConfirmingDelete] = useState(false);
  const saveGroup = useSaveGroup();
  const deleteGroup = useDeleteGroup();
  const { _id: id } = group;
  const names = parseHashtags(text);
  const warning = hashtagIssue(names.map((each) => `#${each}`).join(' '));
  const failure = saveGroup.error ?? deleteGroup.error;
  const verb = saveGroup.error === null ? 'excluir' : 'salvar';
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        deleteGroup.reset();
        saveGroup.mutate({ id, body: { name, hashtags: names } }, { onSuccess: onDone });
      }}
    >
      <TextField
        label="Nome do grupo"
        value={name}
        maxLength={GROUP_NAME_MAX}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        label="Hashtags"
        aside={`${names.length} de ${HASHTAG_MAX}`}
        hint={
          warning === undefined ? (
            'Separe por espaços. O # é opcional.'
          ) : (
            <span className="text-warn-text">{warning}</span>
          )
        }
      >
        {(control) => (
          <textarea
            {...control}
            value={text}
            rows={3}
            autoCapitalize="none"
            onChange={(event) => setText(event.target.value)}
            className={cx(controlClass, 'field-sizing-content max-h-60 min-h-24! resize-none')}
          />
        )}
      </Field>
      {failure === null ? null : (
        <Alert tone="bad" live>
          {failureText(failure, `Não foi possível ${verb} o grupo. Tente novamente.`)}
        </Alert>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2 max-lg:*:flex-1">
        {id === null ? null : (
          <Button
            variant="danger"
            className="lg:mr-auto"
            busy={deleteGroup.isPending}
            busyLabel="Excluindo..."
            onClick={() => {
              saveGroup.reset();
              if (isConfirmingDelete) deleteGroup.mutate(id, { onSuccess: onDone });
              else setConfirmingDelete(true);
            }}
          >
            {isConfirmingDelete ? 'Confirmar exclusão' : 'Excluir grupo'}
          </Button>
        )}
        <Button variant="ghost" onClick={onDone}>
          Voltar
        </Button>
        <Button variant="ink" type="submit" busy={saveGroup.isPending} busyLabel="Salvando...">
          Salvar grupo
        </Button>
      </div>
    </form>
  );
}
