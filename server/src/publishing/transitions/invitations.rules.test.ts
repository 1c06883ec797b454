import { expect, test } from 'vitest';
import { classifyKnownError, knownErrors } from '../../../testing/instagram-errors.ts';
import { aPublication, MINUTE, NOW, outcomeFacts } from '../../../testing/publications.ts';
import { classifyGraphError } from '../../instagram/graph/errors.ts';
import { isActive, type StateKind } from '../state.ts';
import { transition } from '../transition.ts';
import type { EngineEvent } from '../transition-events.ts';

/** A post that its owner publishes while the engine goes on is published twice. */
const issues = [
  ...knownErrors.map(({ error }) => classifyKnownError(error)),
  classifyGraphError(99_999),
];

test.each(issues)('no active post with $code invites its owner to publish it', (issue) => {
  const facts = outcomeFacts({ at: NOW });
  const isOfAccount = issue.class === 'reconnect' || issue.class === 'blocked';
  const failed: EngineEvent = { kind: 'preparation_failed', issue, label: undefined };
  const reading = { kind: 'lost', issue, label: undefined, failures: 4 } as const;
  const events: [StateKind, EngineEvent][] = [
    ['preparing', { kind: 'containers_read', reading }],
    ['prepared', { kind: 'owner_media_unreadable', issue }],
    ['reconciling', { kind: 'outcome_unreadable', facts, issue, isPublished: false }],
  ];
  if (!isOfAccount) events.push(['preparing', failed]);
  const causes = events.flatMap(([kind, event]) =>
    [0, 5, 20].flatMap((polls) => {
      const publication = aPublication(kind, { dueAt: new Date(NOW.getTime() - MINUTE) });
      const polled = {
        ...publication,
        issue: { code: issue.code, cause: '', action: null, forecastAt: null },
        state: { ...publication.state, polls } as typeof publication.state,
      };
      const after = transition(polled, event, NOW)?.publication;
      return after !== undefined && isActive(after.state)
        ? [{ kind, cause: after.issue?.cause ?? '' }]
        : [];
    }),
  );
  expect(causes.length).toBeGreaterThan(0);
  for (const { kind, cause } of causes) {
    const isUnknown = kind === 'reconciling' && issue.class !== 'reconnect';
    expect(cause).not.toMatch(
      isUnknown ? /publique você mesmo|recusou este post/ : /publique você mesmo/,
    );
  }
});
