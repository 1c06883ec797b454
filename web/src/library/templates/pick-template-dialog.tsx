import { ArrowLeft, X } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { QueryState } from '../../ui/page/query-state.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useFocusAfterRender } from '../../ui/use-focus-after-render.ts';
import {
  everyTemplate,
  fromLibraryTemplate,
  fromCustomTemplate,
  type Template,
} from './template.ts';
import { templateDialogClass } from './template-dialog.tsx';
import { TemplateList } from './template-list.tsx';
import { TemplateView } from './template-view.tsx';
import { TemplatesLoading } from './templates-loading.tsx';
import { useTemplateLibrary, useOwnTemplates } from './templates-queries.ts';

const sources = [
  { value: 'library', label: 'Biblioteca' },
  { value: 'own', label: 'Meus modelos' },
] as const;
type TemplateSource = (typeof sources)[number]['value'];

interface PickTemplateDialogProps {
  open: boolean;
  hasOwn: boolean;
  /** Whether the caption has text; then the user chooses to replace or append. */
  hasCaption: boolean;
  onClose: () => void;
  /** Null restores the previous focus. */
  focusAfter: () => HTMLElement | null;
  onUse: (caption: string, how: 'replace' | 'append') => void;
}

export function PickTemplateDialog(props: PickTemplateDialogProps) {
  const { open, hasOwn, hasCaption, onClose, focusAfter, onUse } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const [filter, setFilter] = useState(everyTemplate);
  const [source, setSource] = useState<TemplateSource>('library');
  const [chosen, setChosen] = useState<Template | null>(null);
  const focusHeading = useFocusAfterRender(() => heading.current?.focus());
  const openTemplate = (template: Template | null) => {
    setChosen(template);
    focusHeading();
  };
  const close = (
    <IconButton
      label="Fechar modelos"
      icon={<X size={20} />}
      className="-mr-3 ml-auto"
      onClick={onClose}
    />
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Modelos para a legenda"
      initialFocus={heading}
      finalFocus={focusAfter}
      bare
      className={templateDialogClass}
    >
      {chosen === null ? (
        <>
          <header className="flex flex-wrap items-center gap-x-5 gap-y-2 border-b border-line px-[18px] py-3 lg:px-7">
            <h2
              ref={heading}
              tabIndex={-1}
              className="h-dialog shadow-none! outline-none! max-lg:flex-1"
            >
              Usar um modelo
            </h2>
            {hasOwn ? (
              <div className="w-[260px] max-lg:order-last max-lg:w-full">
                <Segmented
                  label="Quais modelos"
                  hideLabel
                  options={sources}
                  value={source}
                  onValue={setSource}
                />
              </div>
            ) : null}
            {close}
          </header>
          <section
            // A region that scrolls is reached by the keyboard.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            aria-label="Modelos para escolher"
            className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-[18px] pt-4 pb-6 -outline-offset-2! lg:px-7"
          >
            <TemplateChoice
              source={source}
              filter={filter}
              onFilter={setFilter}
              hasOwn={hasOwn}
              onOpen={openTemplate}
              onLoaded={focusHeading}
            />
          </section>
        </>
      ) : (
        <TemplateView
          key={chosen.id}
          template={chosen}
          heading={heading}
          cornerAction={close}
          renderActions={(caption) => (
            <>
              <Button
                variant="ghost"
                icon={<ArrowLeft size={16} />}
                className="lg:mr-auto"
                onClick={() => openTemplate(null)}
              >
                Outros modelos
              </Button>
              {hasCaption ? (
                <Button variant="line" onClick={() => onUse(caption, 'append')}>
                  Juntar ao fim
                </Button>
              ) : null}
              <Button variant="ink" onClick={() => onUse(caption, 'replace')}>
                {hasCaption ? 'Substituir a legenda' : 'Usar na legenda'}
              </Button>
            </>
          )}
        />
      )}
    </Dialog>
  );
}

interface TemplateChoiceProps {
  source: TemplateSource;
  hasOwn: boolean;
  filter: typeof everyTemplate;
  onFilter: (filter: typeof everyTemplate) => void;
  onOpen: (template: Template) => void;
  onLoaded: () => void;
}

function TemplateChoice({ source, hasOwn, onLoaded, ...rest }: TemplateChoiceProps) {
  const library = useTemplateLibrary(true);
  const own = useOwnTemplates(hasOwn);
  const isOwn = source === 'own';
  const query = isOwn ? own : library;
  const templates = useMemo(
    () => (isOwn ? own.data?.map(fromCustomTemplate) : library.data?.map(fromLibraryTemplate)),
    [isOwn, own.data, library.data],
  );
  return (
    <QueryState
      query={{ ...query, data: templates }}
      failed={{
        title: 'Erro ao carregar os modelos',
        fallback: 'Não foi possível carregar os modelos.',
        isBare: true,
      }}
      loading={<TemplatesLoading />}
      empty={isOwn ? <NoOwnTemplates /> : undefined}
      focusAfter={onLoaded}
    >
      {(loaded) => <TemplateList templates={loaded} isOwn={isOwn} narrow {...rest} />}
    </QueryState>
  );
}

const NoOwnTemplates = () => (
  <EmptyState title="Nenhum modelo salvo">
    Escolha Salvar como modelo, abaixo da legenda ou nos detalhes de um post.
  </EmptyState>
);
