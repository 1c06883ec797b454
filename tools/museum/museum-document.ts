import type { Act, Exhibit } from './exhibit.ts';
import { exhibits } from './exhibits.ts';

const causes: Readonly<Record<NonNullable<Exhibit['expected']['blame']>, string>> = {
  instagram: 'Instagram',
  account: 'the account',
  file: 'the file',
  operator: 'our server, or Instagram',
};

/** `docs/museum.md`: each exhibit with its sources, its dates, what a user saw, its script, and what is expected here. */
export const writeMuseumDocument = (): string =>
  [
    '# The museum of outages',
    '',
    'Generated from `tools/museum/exhibits.ts` by `museum-document.ts` beside it; a test compares this file with the code.',
    '`npx vitest run --project repository museum --update` writes it again. What the museum is and demands: `docs/testing.md`.',
    'A source is an issue or a pull request of GitHub, or a public page. Faults and steps are those of `sandbox/README.md`.',
    ...exhibits.flatMap(describeExhibit),
    '',
  ].join('\n');

const describeExhibit = ({
  id,
  title,
  sources,
  dates,
  seen,
  script,
  plan,
  expected,
}: Exhibit): string[] => [
  '',
  `## ${title}`,
  '',
  `- Exhibit: \`${id}\``,
  `- Sources: ${sources.join('; ')}`,
  `- Dates: ${dates}`,
  `- Seen: ${seen}`,
  `- Script: ${script.map(describeAct).join('; ')}`,
  `- Expected: ${describeExpected(expected, postsOf(plan))}`,
];

function describeAct(act: Act): string {
  if ('reconnect' in act) return 'the owner connects again';
  if ('withdraw' in act) {
    const part = act.withdraw === 'page' ? 'the page of' : 'publishing on';
    return `a person takes ${part} account ${act.account + 1} out of the grant`;
  }
  if ('burstMs' in act) {
    return `five posts of each account are due together; \`4/2207051\` for a publication within ${act.burstMs / 1000} s of the last`;
  }
  const { steps, fault, account, minutes, times = 1 } = act;
  const extent =
    minutes === undefined ? `${times} ${times === 1 ? 'call' : 'calls'}` : `${minutes} min`;
  const where = account === undefined ? 'all accounts' : `account ${account + 1}`;
  return `\`${fault}\` at ${steps.join(', ')} for ${extent}, ${where}`;
}

const postsOf = (plan: Exhibit['plan']): number => (plan?.waves ?? 10) * 5;

function describeExpected(
  { blame, unpublished = 0, offAir = [], alert, hasForecast }: Exhibit['expected'],
  posts: number,
): string {
  const forecast = hasForecast ? ', and until when their posts wait' : '';
  return [
    `${posts - unpublished} of ${posts} posts are published`,
    blame === null
      ? 'no owner is notified'
      : `the owners read that the cause is ${causes[blame]}${forecast}`,
    offAir.length === 0 ? 'no account waits for its owner' : 'the account waits for its owner',
    alert === null ? 'no alert' : `the alert ${alert} within 5 minutes`,
  ].join('; ');
}
