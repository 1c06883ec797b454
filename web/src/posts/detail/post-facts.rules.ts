import { formatDate, formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';

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

/** `accountName` is the connected account. */
export function getPostFacts(post: Post, accountName: string | null): Fact[] {
  const { reelsConfig, collaborators, locationId, userTags, createdAt, publishedAt } = post;
  const people = [...new Set(userTags.map(({ username }) => username))];
  const facts: readonly [FactName, string, string | null][] = [
    ['account', 'Conta', publishingAccountText(post, accountName)],
    ['place', 'ID do local', locationId],
    ['people', 'Pessoas marcadas', namesText(people)],
    ['collaborators', 'Colaboradores', namesText(collaborators)],
    ['audio', 'Áudio', reelsConfig?.audioName ?? null],
    ['feed', 'No feed', feedText(reelsConfig)],
    ['altText', 'Texto alternativo', altTextOf(post)],
    ['created', 'Criado em', momentText(createdAt)],
    ['published', 'Publicado em', publishedAt === null ? null : momentText(publishedAt)],
  ];
  return facts.flatMap(([name, label, text]) => (text === null ? [] : [{ name, label, text }]));
}

/** A published post, or one that needs a confirmation, may belong to another account. */
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

/** Returns the alt text of a single picture; for several pictures, how many have one. */
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
