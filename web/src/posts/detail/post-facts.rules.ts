import { formatDate, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';

/** What is said of a post besides its caption and its hour. */
export type FactName =
  | 'account'
  | 'place'
  | 'people'
  | 'collaborators'
  | 'audio'
  | 'feed'
  | 'altText'
  | 'created'
  | 'published';

export interface Fact {
  name: FactName;
  label: string;
  text: string;
}

/** All that there is to say, in the order shown; `account` is the connected one's name. */
export function getPostFacts(post: Post, accountName: string | null): Fact[] {
  // What the browser kept of before they were told of every post, has none.
  const { reelsConfig, collaborators, locationId, userTags, createdAt, publishedAt } = post;
  const people = [...new Set(userTags.map(({ username }) => username))];
  const facts: readonly [FactName, string, string | null][] = [
    ['account', 'Conta', publishingAccountText(post, accountName)],
    ['place', 'ID do local', locationId],
    ['people', 'Pessoas marcadas', namesText(people)],
    ['collaborators', 'Colaboradores', namesText(collaborators ?? [])],
    ['audio', 'Áudio', reelsConfig?.audioName ?? null],
    ['feed', 'No feed', feedText(reelsConfig)],
    ['altText', 'Texto alternativo', altTextOf(post)],
    ['created', 'Criado em', momentText(createdAt)],
    ['published', 'Publicado em', publishedAt === null ? null : momentText(publishedAt)],
  ];
  return facts.flatMap(([name, label, text]) => (text === null ? [] : [{ name, label, text }]));
}

/** A post that went out, or that waits for an answer, may be another account's. */
function publishingAccountText(
  { status, errorAction }: Post,
  username: string | null,
): string | null {
  if (username === null || status === 'published' || errorAction === 'confirm_account') return null;
  return `@${username}`;
}

const namesText = (names: readonly string[]): string | null =>
  names.length === 0 ? null : names.map((name) => `@${name}`).join(', ');

function feedText(reels: Post['reelsConfig']): string | null {
  if (reels === null) return null;
  return reels.shareToFeed ? 'Sim' : 'Não, só na aba Reels';
}

/** The text itself of a single picture; of several, how many have one. */
function altTextOf({ mediaItems }: Post): string | null {
  const texts = mediaItems.flatMap(({ altText }) => altText ?? []);
  const [first] = texts;
  if (first === undefined || mediaItems.length === 1) return first ?? null;
  return `em ${texts.length} de ${mediaItems.length} itens`;
}

function momentText(instant: string): string {
  const at = new Date(instant);
  return `${formatDate(at)}, ${formatTime(at)}`;
}
