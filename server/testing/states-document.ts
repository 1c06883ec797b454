import { issueOf, type HoldOf, type WaitingKind } from '../src/publishing/transitions/holds.ts';
import { heldByPauseIssue, manualIssue } from '../src/publishing/post-issues.ts';
import { isActive, type Holds, type Publication, type StateKind } from '../src/publishing/state.ts';
import { transition } from '../src/publishing/transition.ts';
import type {
  PublicationEvent,
  PublicationEventKind,
} from '../src/publishing/transition-events.ts';
import { anAccount, aPublication, inMs, MINUTE, NOW, states } from './publications.ts';
import { sampleEvents } from './sample-events.ts';

const HOUR = 60 * MINUTE;
const kinds = Object.keys(states) as StateKind[];
const eventKinds = Object.keys(sampleEvents) as PublicationEventKind[];

/** One of a kind in what else decides: its due time, its holds, its calls and its polls. */
function variantsOf(kind: StateKind): Publication[] {
  const due = [0, HOUR, -50 * MINUTE, -2 * HOUR, -25 * HOUR].map((ms) =>
    aPublication(kind, { dueAt: inMs(ms) }),
  );
  const [now] = due;
  if (now === undefined) return [];
  const since = { since: inMs(-HOUR) };
  const outage = { ...since, until: NOW, isOwnerOnly: false };
  const holds = [
    { approval: since },
    { manual: since },
    { missed: { at: NOW } },
    { manualPrompt: { at: NOW, checkedAt: null } },
    { outage },
  ].map((hold) => withHold(now, hold));
  const answers = ['4', '36003/2207009', '4/2207051'].map((answer) => withAnswer(now, answer));
  return [...due, ...holds, ...answers, ...codes.map((code) => withManyPolls(now, code))];
}

/** Of errors that end a post when they stay. */
const codes = ['story-refused', '100'];

function withManyPolls(publication: Publication, code: string): Publication {
  const { post, state } = publication;
  const issue = { code, cause: '', action: 'wait', forecastAt: null } as const;
  return isActive(state)
    ? {
        ...publication,
        post: { ...post, dueAt: inMs(-20 * MINUTE) },
        state: { ...state, polls: 20 },
        issue,
      }
    : publication;
}

const withHold = (publication: Publication, hold: Partial<Holds>): Publication => ({
  ...publication,
  holds: { ...publication.holds, ...hold },
});

const withAnswer = (publication: Publication, answer: string): Publication => {
  const { state } = publication;
  return state.kind === 'reconciling'
    ? { ...publication, state: { ...state, calls: { ...state.calls, answer } } }
    : publication;
};

/** The states that an event can lead to; none when it does not concern a publication in this state. */
function statesAfter(kind: StateKind, eventKind: PublicationEventKind): StateKind[] {
  const events: PublicationEvent[] = sampleEvents[eventKind];
  const found = variantsOf(kind).flatMap((publication) =>
    events.flatMap((event) => transition(publication, event, NOW)?.publication.state.kind ?? []),
  );
  const after = new Set(found);
  return kinds.filter((one) => after.has(one));
}

const sampleHolds: { [Kind in WaitingKind]: HoldOf<Kind> } = {
  pause: { kind: 'pause' },
  approval: { kind: 'approval', since: NOW },
  refused_media: { kind: 'refused_media', refusal: '(o arquivo e o que há de errado com ele)' },
  conversion: { kind: 'conversion' },
  no_account: { kind: 'no_account' },
  other_account: { kind: 'other_account', account: anAccount, targetUsername: 'ateliê' },
  account: { kind: 'account', account: anAccount, reason: 'quota', quotaFreeInMs: 0 },
  identical_post: { kind: 'identical_post' },
};

/** What its author reads of a post on each hold, and the action that mends it. */
function holdRows(): string[][] {
  const waiting = Object.values(sampleHolds).map((hold) => ({
    kind: hold.kind,
    issue: issueOf(hold, aPublication().post, NOW),
  }));
  const returned = [
    { kind: 'missed', issue: heldByPauseIssue },
    { kind: 'manual_publishing', issue: manualIssue },
  ];
  const silent = { kind: 'outage', issue: { cause: '', action: null } };
  return [...waiting, ...returned, silent].map(({ kind, issue }) => [
    `\`${kind}\``,
    issue.cause,
    issue.action === null ? '' : `\`${issue.action}\``,
  ]);
}

/** The document of the states: a diagram of their changes, all events and all holds. */
export function writeStatesDocument(): string {
  const table = eventKinds.map((eventKind) => ({
    eventKind,
    after: kinds.map((kind) => statesAfter(kind, eventKind)),
  }));
  const edges = kinds.flatMap((from, index) =>
    kinds
      .filter((to) => to !== from)
      .flatMap((to) => {
        const events = table.filter(({ after }) => after[index]?.includes(to));
        const names = events.map(({ eventKind }) => eventKind);
        return names.length === 0 ? [] : [`  ${from} --> ${to}: ${names.join(', ')}`];
      }),
  );
  const rows = table.map(({ eventKind, after }) =>
    [`\`${eventKind}\``].concat(after.map((found) => found.join(', '))),
  );
  return [
    '# States of a publication',
    '',
    'Generated from `server/src/publishing/transition.ts` by `server/testing/states-document.ts`; a test compares',
    'this file with the code. `npx vitest run --project server states-document --update` writes it again. The data of each',
    'state stand in `server/src/publishing/state.ts`, what an event means in `transition-events.ts` beside it.',
    '',
    '## Changes of the state',
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...edges,
    '```',
    '',
    '## All events',
    '',
    'What each event can lead to, by the state before it. Nothing: the event does not concern such a publication.',
    '',
    ...alignTable([['Event', ...kinds], ...rows]),
    '',
    '## All holds',
    '',
    'Why a step does not prepare or publish a post (`server/src/publishing/transitions/holds.ts`). The screen and the API show the',
    'sentence and offer the action, and so do emails where a person can do something; `wait` ends by itself or by another',
    'person. Of a limit of the account or the app, a block or a lost authorization the sentence is that of Instagram’s answer',
    '(`server/src/instagram/graph/error-table.ts`); here a used up quota. An outage window is read within minutes.',
    '',
    ...alignTable([['Hold', 'Sentence', 'Action'], ...holdRows()]),
    '',
  ].join('\n');
}

function alignTable([head = [], ...rows]: string[][]): string[] {
  const widths = head.map((_cell, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)),
  );
  const toLine = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [toLine(head), toLine(widths.map((width) => '-'.repeat(width))), ...rows.map(toLine)];
}
