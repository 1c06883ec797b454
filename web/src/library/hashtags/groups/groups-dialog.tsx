import type { HashtagGroup } from '@pontual/contract/posts/hashtag-groups.ts';
import { Pencil, Plus, Trash2, X } from 'lucide-react';
import { useRef } from 'react';
import { failureText } from '../../../api/api-error.ts';
import { ConfirmDialog } from '../../../ui/page/confirm-dialog.tsx';
import { QueryState } from '../../../ui/page/query-state.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useDialogState } from '../../../ui/use-dialog-state.ts';
import { useFocusAfterRender } from '../../../ui/use-focus-after-render.ts';
import { GroupEditor } from './group-editor.tsx';
import { defaultGroupName, extractHashtagNames } from './group-text.ts';
import { useDeleteGroup, useHashtagGroups, useSaveGroup } from './groups-queries.ts';

const dialogClass =
  'outline-none! shadow-dialog! flex max-h-[94dvh] flex-col bg-surface pb-[env(safe-area-inset-bottom)] lg:max-h-[min(640px,calc(100dvh-64px))] lg:max-w-[520px]';

interface GroupsDialogProps {
  open: boolean;
  text: string;
  onClose: () => void;
  /** Null restores the previous focus. */
  focusAfterClose: () => HTMLElement | null;
  onInsert: (names: readonly string[]) => void;
}

export function GroupsDialog({
  open,
  text,
  onClose,
  focusAfterClose,
  onInsert,
}: GroupsDialogProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const editor = useDialogState<HashtagGroup | 'new'>();
  const deletion = useDialogState<HashtagGroup>();
  const deleteGroup = useDeleteGroup();
  const focusHeading = useFocusAfterRender(() => heading.current?.focus());
  const confirmDeletion = () => {
    if (deletion.value !== null)
      deleteGroup.mutate(deletion.value._id, {
        onSuccess: () => {
          deletion.close();
          showToast({ text: 'Grupo excluído' });
        },
      });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Grupos de hashtags"
      initialFocus={heading}
      finalFocus={focusAfterClose}
      bare
      className={dialogClass}
    >
      <header className="flex items-center gap-3 border-b border-line px-[18px] py-3 lg:px-6">
        <h2 ref={heading} tabIndex={-1} className="h-dialog flex-1 shadow-none! outline-none!">
          Grupos de hashtags
        </h2>
        <IconButton label="Fechar grupos" icon={<X size={20} />} onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-[18px] pt-4 pb-5 lg:px-6">
        <Groups
          text={text}
          onInsert={onInsert}
          onEdit={editor.show}
          onDelete={(group) => {
            deleteGroup.reset();
            deletion.show(group);
          }}
          onContentReplaced={focusHeading}
        />
      </div>
      {editor.value === null ? null : (
        <GroupEditor
          key={editor.key}
          open={editor.open}
          group={editor.value === 'new' ? null : editor.value}
          onClose={editor.close}
        />
      )}
      <ConfirmDialog
        open={deletion.open}
        onClose={deletion.close}
        focusAfter={() => (deleteGroup.isSuccess ? heading.current : null)}
        title={`Excluir o grupo ${deletion.value?.name ?? ''}?`}
        icon={<Trash2 size={22} />}
        iconTone="bad"
        actionLabel="Excluir"
        variant="danger-solid"
        busyLabel="Excluindo..."
        mutation={deleteGroup}
        fallback="Não foi possível excluir o grupo. Tente de novo."
        onConfirm={confirmDeletion}
      >
        As hashtags que já estão em posts continuam neles. Esta ação não pode ser desfeita.
      </ConfirmDialog>
    </Dialog>
  );
}

interface GroupsProps {
  text: string;
  onInsert: (names: readonly string[]) => void;
  onEdit: (group: HashtagGroup | 'new') => void;
  onDelete: (group: HashtagGroup) => void;
  onContentReplaced: () => void;
}

function Groups(props: GroupsProps) {
  return (
    <QueryState
      query={useHashtagGroups()}
      failed={{
        title: 'Erro ao carregar os grupos',
        fallback: 'Não foi possível carregar os grupos.',
        isBare: true,
      }}
      loading={
        <output className="flex items-center gap-3 py-6 text-sm text-ink-2">
          <Spinner /> Carregando os grupos
        </output>
      }
      focusAfter={props.onContentReplaced}
    >
      {(groups) => <GroupList groups={groups} {...props} />}
    </QueryState>
  );
}

interface GroupListProps extends GroupsProps {
  groups: readonly HashtagGroup[];
}

function GroupList(props: GroupListProps) {
  const { groups, text, onInsert, onEdit, onDelete, onContentReplaced } = props;
  return (
    <>
      {groups.length === 0 ? (
        <EmptyState title="Nenhum grupo ainda">
          Guarde as hashtags que você usa juntas e escreva todas com um toque.
        </EmptyState>
      ) : (
        <ul aria-label="Seus grupos" className="grid gap-2">
          {groups.map((group) => (
            <li
              key={group._id}
              className="flex items-center gap-1 rounded-md border border-line pr-1.5 hover:bg-hover"
            >
              <button
                type="button"
                className="min-h-14 min-w-0 flex-1 rounded-md px-4 py-2.5 text-left"
                onClick={() => onInsert(group.hashtags)}
              >
                <span className="flex items-baseline gap-2">
                  <b className="truncate text-sm font-semibold">{group.name}</b>
                  <span className="tnum shrink-0 text-xs text-ink-3">
                    {group.hashtags.length} {group.hashtags.length === 1 ? 'hashtag' : 'hashtags'}
                  </span>
                </span>
                <span className="block truncate text-xs text-sched-text">
                  {group.hashtags.map((name) => `#${name}`).join(' ')}
                </span>
              </button>
              <IconButton
                label={`Editar grupo ${group.name}`}
                icon={<Pencil size={17} />}
                aria-haspopup="dialog"
                onClick={() => onEdit(group)}
              />
              <IconButton
                label={`Excluir grupo ${group.name}`}
                icon={<Trash2 size={17} />}
                aria-haspopup="dialog"
                onClick={() => onDelete(group)}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <SaveHashtagsOfText
          text={text}
          existingNames={groups.map(({ name }) => name)}
          onSaved={onContentReplaced}
        />
        <Button
          variant="line"
          icon={<Plus size={16} />}
          aria-haspopup="dialog"
          onClick={() => onEdit('new')}
        >
          Novo grupo
        </Button>
      </div>
    </>
  );
}

function SaveHashtagsOfText(props: {
  text: string;
  existingNames: readonly string[];
  onSaved: () => void;
}) {
  const { text, existingNames, onSaved } = props;
  const saveGroup = useSaveGroup();
  const names = extractHashtagNames(text);
  if (names.length === 0 || saveGroup.isSuccess) return null;
  const save = () =>
    saveGroup.mutate(
      { id: null, body: { name: defaultGroupName(names, existingNames), hashtags: names } },
      {
        onSuccess: ({ name }) => {
          showToast({ text: `Grupo salvo: ${name}` });
          onSaved();
        },
      },
    );
  return (
    <>
      <Button variant="ink" busy={saveGroup.isPending} busyLabel="Salvando..." onClick={save}>
        {names.length === 1
          ? 'Salvar a hashtag do texto'
          : `Salvar as ${names.length} hashtags do texto`}
      </Button>
      {saveGroup.error === null ? null : (
        <p role="alert" className="w-full text-sm text-bad-text">
          {failureText(saveGroup.error, 'Não foi possível salvar o grupo. Tente de novo.')}
        </p>
      )}
    </>
  );
}
