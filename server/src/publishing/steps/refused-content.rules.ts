import {
  locationRefused,
  nobodyToRefuse,
  type InstagramIssue,
} from '../../instagram/graph/errors.ts';
import type { InstagramError } from '../../instagram/graph/graph.ts';

const INVALID_LOCATION = 'INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID';

/** Names the place or the people that Instagram refuses, if its answer does. */
export function describeRefusal(
  { issue, text }: Pick<InstagramError, 'issue' | 'text'>,
  params: Readonly<Record<string, string>>,
): InstagramIssue {
  if (mayConcernLocation(issue, params) && text.includes(INVALID_LOCATION)) return locationRefused;
  if (!/^110(\/|$)|\/2207018$/.test(issue.code)) return issue;
  const people = peopleOf(params);
  if (people.length === 0) return nobodyToRefuse;
  const list = listIn(text);
  const names = people.filter((name) => isNamed(name, list));
  return names.length === 0 ? issue : { ...issue, cause: untaggableCause(names) };
}

export const mayConcernLocation = (
  { code }: InstagramIssue,
  params: Readonly<Record<string, string>>,
): boolean => code === '100' && params['location_id'] !== undefined;

function peopleOf({ user_tags: tags = '[]', collaborators = '[]' }: Record<string, string>) {
  const tagged = JSON.parse(tags) as { username: string }[];
  const invited = JSON.parse(collaborators) as string[];
  return [...new Set([...tagged.map(({ username }) => username), ...invited])];
}

/** Where there is a colon, names stand behind it; a word before it may be equal to one. */
function listIn(text: string): string {
  const lists = text.split('\n').flatMap((line) => /:(.*)/.exec(line)?.[1] ?? []);
  return lists.length === 0 ? text : lists.join('\n');
}

/** Not as a part of a longer name. */
const isNamed = (name: string, text: string): boolean =>
  new RegExp(`(?<![\\w.])${name.replaceAll('.', String.raw`\.`)}(?!\\.?\\w)`, 'i').test(text);

const nameList = new Intl.ListFormat('pt-BR', { type: 'conjunction' });

const untaggableCause = (names: readonly string[]): string =>
  `O Instagram não deixa marcar nem convidar ${nameList.format(names.map((name) => `@${name}`))}. Confira se o nome está certo e se a conta é pública, ou tire a marcação.`;
