import { useState, type ReactNode } from 'react';
import { afterRefusal, PlanGate, usePlanAccess } from '../../posts/plan-gate.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TemplateLibrary } from './template-library.tsx';
import { OwnTemplates } from './own-templates.tsx';
import { TemplatesLoading } from './templates-loading.tsx';
import { useTemplateLibrary } from './templates-queries.ts';

const sources = [
  { value: 'library', label: 'Biblioteca' },
  { value: 'own', label: 'Meus modelos' },
] as const;
type TemplateSource = (typeof sources)[number]['value'];

export function TemplatesPage() {
  const limitsAccess = usePlanAccess(({ templates }) => templates);
  const library = useTemplateLibrary(limitsAccess.state === 'allowed');
  const [source, setSource] = useState<TemplateSource>('library');
  const access = afterRefusal(limitsAccess, library.error);
  return (
    <Head
      aside={
        access.state === 'missing' ? undefined : (
          <Segmented
            label="Quais modelos"
            hideLabel
            options={sources}
            value={source}
            onValue={setSource}
          />
        )
      }
    >
      <PlanGate
        access={access}
        title="Biblioteca não disponível"
        message="Esta funcionalidade está disponível nos planos Pro e Premium."
        loading={<TemplatesLoading />}
      >
        {({ customTemplates }) =>
          source === 'library' ? (
            <TemplateLibrary query={library} />
          ) : (
            <OwnTemplates isAllowed={customTemplates} />
          )
        }
      </PlanGate>
    </Head>
  );
}

function Head({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  return (
    <>
      <title>Biblioteca de modelos · Pontual</title>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 lg:mb-6">
        <div className="min-w-0">
          <h1 className="h-page">Biblioteca de modelos</h1>
          <p className="mt-1.5 text-pretty text-ink-2">
            Legendas e roteiros de imagem prontos para completar e agendar.
          </p>
        </div>
        {aside === undefined ? null : <div className="w-full sm:w-[300px]">{aside}</div>}
      </div>
      {children}
    </>
  );
}
