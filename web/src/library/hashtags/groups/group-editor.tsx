import { HASHTAG_MAX } from '@pontual/contract/shared/instagram-limits.ts';
import { hashtagIssue } from '@pontual/contract/posts/captions.ts';
import {
  GROUP_NAME_MAX,
  groupContent,
  type GroupContent,
  type HashtagGroup,
} from '@pontual/contract/posts/hashtag-groups.ts';
import { createValidator } from '../../../ui/create-validator.ts';
import { cx } from '../../../ui/cx.ts';
import { controlClass, Field, TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/page/form-dialog.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { parseHashtags } from './group-text.ts';
import { useSaveGroup } from './groups-queries.ts';

interface GroupEditorProps {
  open: boolean;
  /** Null for a new group. */
  group: HashtagGroup | null;
  onClose: () => void;
}

const validateContent = createValidator(groupContent);

/** `hashtags` holds them all, separated by spaces. */
interface FormValues extends Record<string, string> {
  name: string;
  hashtags: string;
}

const validate = ({ name, hashtags }: FormValues) =>
  validateContent({ name, hashtags: parseHashtags(hashtags) });

export function GroupEditor({ open, group, onClose }: GroupEditorProps) {
  const saveGroup = useSaveGroup();
  const form = useForm<FormValues, GroupContent>(
    {
      name: group?.name ?? '',
      hashtags: group?.hashtags.map((name) => `#${name}`).join(' ') ?? '',
    },
    validate,
  );
  const names = parseHashtags(form.values.hashtags);
  const warning = hashtagIssue(names.map((name) => `#${name}`).join(' '));
  const { error, required: _required, ...hashtags } = form.field('hashtags');
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={group === null ? 'Novo grupo' : 'Editar grupo'}
      className="lg:max-w-[520px]!"
      form={form}
      send={async (body) => {
        const { name } = await saveGroup.mutateAsync({ id: group?._id ?? null, body });
        showToast({ text: `Grupo salvo: ${name}` });
        onClose();
      }}
      fallback="Não foi possível salvar o grupo. Tente de novo."
      actionLabel="Salvar grupo"
      busyLabel="Salvando..."
      variant="ink"
    >
      <TextField
        {...form.field('name')}
        label="Nome do grupo"
        maxLength={GROUP_NAME_MAX}
        autoComplete="off"
      />
      <Field
        label="Hashtags"
        aside={`${names.length} de ${HASHTAG_MAX}`}
        error={error}
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
            {...hashtags}
            {...control}
            rows={3}
            autoCapitalize="none"
            className={cx(controlClass, 'field-sizing-content max-h-60 min-h-24! resize-none')}
          />
        )}
      </Field>
    </FormDialog>
  );
}
