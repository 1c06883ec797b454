import type { CustomTemplate, TemplateContent } from '@pontual/contract/posts/templates.ts';
import { TEMPLATES_MAX } from '@pontual/contract/posts/template-text.ts';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
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
import { useDialogState } from '../../ui/use-dialog-state.ts';
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

function SavedTemplates({ templates }: { templates: readonly CustomTemplate[] }) {
  const [filter, setFilter] = useState(everyTemplate);
  const details = useDialogState<CustomTemplate>();
  const editor = useDialogState<CustomTemplate | 'new'>();
  const deletion = useDialogState();
  const remove = useDeleteTemplate();
  const focusAfterDelete = () => (remove.isSuccess ? pageHeading() : null);
  const stored = templates.find(({ _id }) => _id === details.value?._id);
  const shown = stored ?? details.value;
  const confirm = () => {
    if (shown === null) return;
    remove.mutate(shown._id, {
      onSuccess: () => {
        deletion.close();
        details.close();
        showToast({ text: 'Modelo excluído' });
      },
    });
  };
  const canEdit = useCan('edit');
  const addButton = canEdit ? (
    <Button variant="ink" size="sm" icon={<Plus size={16} />} onClick={() => editor.show('new')}>
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
            const chosen = templates.find(({ _id }) => _id === id);
            if (chosen !== undefined) details.show(chosen);
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
      {shown === null ? null : (
        <TemplateDialog
          template={fromCustomTemplate(shown)}
          open={details.open && stored !== undefined}
          onClose={details.close}
          focusAfter={focusAfterDelete}
          {...(canEdit
            ? { onEdit: () => editor.show(shown), onDelete: () => deletion.show(true) }
            : {})}
        />
      )}
      {editor.value === null ? null : (
        <TemplateEditor
          key={editor.key}
          open={editor.open}
          initialContent={editor.value === 'new' ? emptyContent : toContent(editor.value)}
          id={editor.value === 'new' ? null : editor.value._id}
          onClose={editor.close}
          onSaved={() => {
            editor.close();
            showToast({ text: 'Modelo salvo' });
          }}
        />
      )}
      <ConfirmDialog
        open={deletion.open}
        onClose={deletion.close}
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
