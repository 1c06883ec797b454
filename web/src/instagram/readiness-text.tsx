import type { Ability, AccountReadiness } from '@pontual/contract/instagram/readiness.ts';
import { cx } from '../ui/cx.ts';

const abilityNames: Record<Ability, string> = {
  posts: 'posts e reels',
  stories: 'stories',
  first_comments: 'primeiro comentário',
  insights: 'métricas',
};

interface ReadinessTextProps {
  readiness: AccountReadiness;
  /** Inside of a label, which contains no link. */
  isInLabel?: boolean;
}

/** What works on an account, and the one step that solves what does not. */
export function ReadinessText({ readiness, isInLabel = false }: ReadinessTextProps) {
  const { text, step, works, label } = readiness;
  return (
    <span className="grid gap-1 text-xs text-pretty text-ink-2">
      {works.length === 0 ? null : (
        <span>Funciona: {works.map((ability) => abilityNames[ability]).join(', ')}.</span>
      )}
      {step === null ? null : (
        <span>
          <span className={cx(label !== null && 'text-bad-text')}>{text}</span> {step.text}
          {step.url === null || isInLabel ? null : (
            <>
              {' '}
              <a href={step.url} target="_blank" rel="noreferrer" className="text-ink underline">
                {new URL(step.url).hostname.endsWith('facebook.com')
                  ? 'Abrir no Facebook'
                  : 'Abrir no Instagram'}
              </a>
            </>
          )}
        </span>
      )}
    </span>
  );
}
