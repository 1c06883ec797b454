import type { CustomTemplate, TemplateContent } from '@pontual/contract/posts/templates.ts';
import { TEMPLATES_MAX } from '@pontual/contract/posts/template-text.ts';
import { Plus, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { useCan } from '../../api/permissions.tsx';
import { paths } from '../../ui/page/paths.ts';
import { ConfirmDialog } from '../../ui/page/confirm-dialog.tsx';
import { pageHeading } from '../../ui/page/focus-page.ts';
import { NotInPlan } from '../../ui/page/not-in-plan.tsx';
import { QueryState } from '../../ui/page/query-state.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { showToast } from '../../ui/toast.tsx';
import { everyTemplate, fromCustomTemplate } from './template.ts';
import { TemplateDialog } from './template-dialog.tsx';
import { TemplateEditor } from './template-editor.tsx';
import { TemplateList } from './template-list.tsx';
import { TemplatesLoading } from './templates-loading.tsx';
import { useDeleteTemplate, useOwnTemplates } from './templates-queries.ts';

const emptyContent: TemplateContent = { name: '', mediaType: 'IMAGE', caption: '', frames: [] };

const toContent = ({ name, mediaType, caption, frames }: CustomTemplate): TemplateContent => ({
  name,
  mediaType,
  caption,
  frames,
});

export function OwnTemplates({ isAllowed }: { isAllowed: boolean }) {
  const ownTemplates = useOwnTemplates(isAllowed);
  const isRefused =
    ownTemplates.error instanceof ApiError && ownTemplates.error.code === 'PLAN_REQUIRED';
  if (!isAllowed || isRefused) return <PremiumRequired />;
  return (
    <QueryState
      query={ownTemplates}
      failed={{
        title: 'Erro ao carregar seus modelos',
        fallback: 'Não foi possível carregar os seus modelos. Tente de novo.',
        back: paths.dashboard,
      }}
      loading={<TemplatesLoading />}
    >
      {(templates) => <SavedTemplates templates={templates} />}
    </QueryState>
  );
}

function PremiumRequired() {
  return (
    <NotInPlan
      title="Modelos próprios são do Premium"
      // Without the plan no request is sent, so it is unknown whether any exist.
      message="No Premium, você salva qualquer post como modelo e usa de novo quando quiser. Se você já salvou modelos, eles estão guardados e voltam com o Premium."
    />
  );
}

/** `opening` is a key that resets the editor. */
interface Editing {
  opening: number;
  open: boolean;
  template: CustomTemplate | null;
}

function SavedTemplates({ templates }: { templates: readonly CustomTemplate[] }) {
  const [filter, setFilter] = useState(everyTemplate);
  const [openId, setOpenId] = useState<string | null>(null);
  const [editing, setEditing] = useState<Editing>({ opening: 0, open: false, template: null });
  const [deleting, setDeleting] = useState(false);
  const remove = useDeleteTemplate();
  const focusAfterDelete = () => (remove.isSuccess ? pageHeading() : null);
  const chosen = templates.find(({ _id }) => _id === openId) ?? null;
  const shown = useMemo(() => (chosen === null ? null : fromCustomTemplate(chosen)), [chosen]);
  const edit = (template: CustomTemplate | null) =>
    setEditing(({ opening }) => ({ opening: opening + 1, open: true, template }));
  const endEditing = () => setEditing((last) => ({ ...last, open: false }));
  const confirm = () => {
    if (chosen === null) return;
    remove.mutate(chosen._id, {
      onSuccess: () => {
        setDeleting(false);
        setOpenId(null);
        showToast({ text: 'Modelo excluído' });
      },
    });
  };
  const canEdit = useCan('edit');
  const addButton = canEdit ? (
    <Button variant="ink" size="sm" icon={<Plus size={16} />} onClick={() => edit(null)}>
      Novo modelo
    </Button>
  ) : undefined;
  return (
    <>
      {templates.length === 0 ? (
        <EmptyState
          title="Nenhum modelo salvo"
          action={addButton}
          className="rounded-lg border border-line bg-surface py-14"
        >
          {canEdit
            ? 'Abra um post e escolha Salvar como modelo, ou escreva um do zero.'
            : 'A equipe ainda não salvou nenhum.'}
        </EmptyState>
      ) : (
        <TemplateList
          templates={templates.map(fromCustomTemplate)}
          filter={filter}
          onFilter={setFilter}
          onOpen={({ id }) => {
            remove.reset();
            setOpenId(id);
          }}
          isOwn
          aside={
            templates.length < TEMPLATES_MAX ? (
              addButton
            ) : (
              <span className="text-xs text-ink-3">Você chegou ao máximo de {TEMPLATES_MAX}.</span>
            )
          }
        />
      )}
      <TemplateDialog
        template={shown}
        onClose={() => setOpenId(null)}
        focusAfter={focusAfterDelete}
        {...(canEdit ? { onEdit: () => edit(chosen), onDelete: () => setDeleting(true) } : {})}
      />
      {editing.opening === 0 ? null : (
        <TemplateEditor
          key={editing.opening}
          open={editing.open}
          initialContent={editing.template === null ? emptyContent : toContent(editing.template)}
          id={editing.template?._id ?? null}
          onClose={endEditing}
          onSaved={() => {
            endEditing();
            showToast({ text: 'Modelo salvo' });
          }}
        />
      )}
      <ConfirmDialog
        open={deleting}
        onClose={() => setDeleting(false)}
        focusAfter={focusAfterDelete}
        title="Excluir este modelo?"
        icon={<Trash2 size={22} />}
        iconTone="bad"
        actionLabel="Excluir"
        variant="danger-solid"
        busyLabel="Excluindo..."
        mutation={remove}
        fallback="Não foi possível excluir o modelo. Tente de novo."
        onConfirm={confirm}
      >
        Os posts feitos com ele continuam como estão. Esta ação não pode ser desfeita.
      </ConfirmDialog>
    </>
  );
}
