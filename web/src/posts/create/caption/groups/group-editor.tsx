import { HASHTAG_MAX, hashtagRemark } from '@pontual/contract/captions.ts';
import { GROUP_NAME_MAX, type HashtagGroup } from '@pontual/contract/hashtag-groups.ts';
import { useState } from 'react';
import { failureText } from '../../../../api/api-error.ts';
import { Button } from '../../../../ui/button.tsx';
import { cx } from '../../../../ui/cx.ts';
import { controlClass, Field, TextField } from '../../../../ui/field.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { typedNames } from './group-text.ts';
import { useDeleteGroup, useKeepGroup } from './groups.queries.ts';

interface GroupEditorProps {
  /** A new one has no id. */
  group: Omit<HashtagGroup, '_id'> & { _id: string | null };
  onDone: () => void;
}

/** Writes a group, or deletes it. */
export function GroupEditor({ group, onDone }: GroupEditorProps) {
  const [name, setName] = useState(group.name);
  const [text, setText] = useState(group.hashtags.map((tag) => `#${tag}`).join(' '));
  const [asksDelete, setAsksDelete] = useState(false);
  const keep = useKeepGroup();
  const remove = useDeleteGroup();
  const { _id: id } = group;
  const names = typedNames(text);
  const warning = hashtagRemark(names.map((each) => `#${each}`).join(' '));
  const failure = keep.error ?? remove.error;
  const verb = keep.error === null ? 'excluir' : 'salvar';
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        remove.reset();
        keep.mutate({ id, body: { name, hashtags: names } }, { onSuccess: onDone });
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
        <Notice tone="bad" live>
          {failureText(failure, `Não foi possível ${verb} o grupo. Tente novamente.`)}
        </Notice>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2 max-lg:*:flex-1">
        {id === null ? null : (
          <Button
            variant="danger"
            className="lg:mr-auto"
            busy={remove.isPending}
            busyLabel="Excluindo..."
            onClick={() => {
              keep.reset();
              if (asksDelete) remove.mutate(id, { onSuccess: onDone });
              else setAsksDelete(true);
            }}
          >
            {asksDelete ? 'Confirmar exclusão' : 'Excluir grupo'}
          </Button>
        )}
        <Button variant="ghost" onClick={onDone}>
          Voltar
        </Button>
        <Button variant="ink" type="submit" busy={keep.isPending} busyLabel="Salvando...">
          Salvar grupo
        </Button>
      </div>
    </form>
  );
}
