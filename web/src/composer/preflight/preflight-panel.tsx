import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Section } from '../../ui/section.tsx';
import type { Finding, Fix } from './preflight.ts';

interface PreflightPanelProps {
  findings: readonly Finding[];
  locked: boolean;
  onFix: (fix: Fix) => void;
  onDismiss: (finding: Finding) => void;
  children?: ReactNode;
}

export function PreflightPanel({
  findings,
  locked,
  onFix,
  onDismiss,
  children,
}: PreflightPanelProps) {
  return (
    <Section title="Antes de agendar">
      {findings.length === 0 ? (
        <p className="flex items-center gap-2.5 text-sm text-ink-2">
          <CircleCheck size={18} className="shrink-0 text-pub-text" />
          Nada que o Instagram recuse.
        </p>
      ) : (
        <ul aria-label="O que falta resolver" className="grid gap-2">
          {findings.map((finding) => {
            const { id, text, fix, isWarning = false, reminder } = finding;
            const Icon = isWarning ? TriangleAlert : CircleAlert;
            return (
              <li
                key={id}
                className={cx(
                  'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md py-2.5 pr-2.5 pl-4 text-sm',
                  isWarning ? 'bg-warn-soft text-warn-text' : 'bg-bad-soft text-bad-text',
                )}
              >
                <Icon size={18} className="shrink-0" />
                <span className="min-w-[min(100%,220px)] flex-1 text-pretty wrap-anywhere">
                  {text}
                  {reminder === undefined ? null : (
                    <>
                      {' '}
                      <a
                        href={reminder.href}
                        target="_blank"
                        rel="noreferrer"
                        className="underline"
                      >
                        {reminder.label}
                      </a>
                    </>
                  )}
                </span>
                <Button
                  variant="line"
                  size="sm"
                  disabled={locked}
                  className="max-sm:w-full"
                  onClick={() => onFix(fix)}
                >
                  {fix.label}
                </Button>
                {reminder === undefined ? null : (
                  <Button
                    variant="ghost"
                    size="sm"
                    className="text-current! max-sm:w-full"
                    onClick={() => onDismiss(finding)}
                  >
                    Não é publicidade
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {children}
    </Section>
  );
}
