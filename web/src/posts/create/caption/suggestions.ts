import { HASHTAGS_PER_POST } from '@pontual/contract/captions.ts';
import { captionRoom } from '../../caption-text.ts';
import { fold, hashtagsOf, type Token } from './hashtag-text.ts';
import { habitsOf, topicsOf, type TopicIndex } from './topic-search.ts';
import type { Topic } from './topics/topic.ts';

/** How many are shown (specification, section 9). */
const MOST_SUGGESTED = 8;
const MOST_OF_TOPIC = 6;

/** What a user's past captions say about what this one may want. */
export interface Habits {
  /** Hashtags without their sign, the most used first; of equals, the last used. */
  hashtags: readonly string[];
  topics: ReadonlyMap<Topic, number>;
}

/** @param pastCaptions newest first */
export function habitsFrom(pastCaptions: readonly string[], index: TopicIndex | null): Habits {
  return {
    hashtags: mostUsed(pastCaptions),
    topics: index === null ? new Map() : habitsOf(index, pastCaptions),
  };
}

function mostUsed(pastCaptions: readonly string[]): string[] {
  const uses = new Map<string, { name: string; count: number }>();
  for (const { name } of pastCaptions.flatMap(hashtagsOf)) {
    const known = uses.get(fold(name));
    if (known === undefined) uses.set(fold(name), { name, count: 1 });
    else known.count += 1;
  }
  // Sorting is stable, and the newest caption came first.
  return [...uses.values()].toSorted((a, b) => b.count - a.count).map(({ name }) => name);
}

export interface Suggested {
  names: readonly string[];
  /** What stands there is a hashtag of its own: nothing is chosen for its author. */
  complete: boolean;
}

/**
 * What the hashtag being typed may become: what starts with it first, the user's own before those
 * of the caption's topics and these before the rest; then what holds it, without the rest, which
 * would be too far fetched. What the caption has already is left out.
 */
export function suggestionsFor(
  token: Token,
  caption: string,
  habits: Habits,
  index: TopicIndex | null,
): Suggested {
  const fitting = index === null ? [] : topicsOf(index, caption, habits.topics);
  const near = [...habits.hashtags, ...fitting.flatMap(({ tags }) => tags)];
  const known = [...near, ...(index?.topics ?? []).flatMap(({ tags }) => tags)];
  const typed = fold(token.typed);
  const taken = new Set(
    hashtagsOf(caption)
      .filter(({ start }) => start !== token.start)
      .map(({ name }) => fold(name)),
  );
  const names = firsts(known, taken).filter(({ name }) => name !== token.name);
  const starting = names.filter(({ key }) => key.startsWith(typed));
  const isNear = new Set(near);
  const holding = names.filter(
    ({ key, name }) => isNear.has(name) && key.includes(typed) && !key.startsWith(typed),
  );
  return {
    names: [...starting, ...holding].slice(0, MOST_SUGGESTED).map(({ name }) => name),
    complete: known.some((name) => fold(name) === fold(token.name)),
  };
}

/** Each hashtag once, as it was written first, without those taken. */
function firsts(names: readonly string[], taken: ReadonlySet<string>) {
  const seen = new Set(taken);
  return names.flatMap((name) => {
    const key = fold(name);
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ key, name }];
  });
}

interface Offer {
  title: string;
  names: readonly string[];
}

/**
 * The hashtags offered below a caption, at most 6: of its topics, the ones that its author uses
 * first, or else simply those that its author uses most. Null when there are none, or no more fit.
 */
export function offerFor(caption: string, habits: Habits, index: TopicIndex | null): Offer | null {
  const written = hashtagsOf(caption).map(({ name }) => fold(name));
  if (written.length >= HASHTAGS_PER_POST || captionRoom(caption).room === 'over') return null;
  const taken = new Set(written);
  const topics = index === null ? [] : topicsOf(index, caption, habits.topics);
  const ofTopics = firsts(inTurns(topics.map((topic) => usedFirst(topic, habits))), taken);
  const offer = (title: string, entries: readonly { name: string }[]): Offer => ({
    title,
    names: entries.slice(0, MOST_OF_TOPIC).map(({ name }) => name),
  });
  if (ofTopics.length > 0) {
    return offer(`Sugestões por tema: ${topics.map(({ name }) => name).join(' e ')}`, ofTopics);
  }
  const own = firsts(habits.hashtags, taken);
  return own.length === 0 ? null : offer('Suas hashtags', own);
}

function usedFirst({ tags }: Topic, { hashtags }: Habits): string[] {
  const used = new Set(hashtags.map(fold));
  return tags.toSorted((a, b) => Number(used.has(b)) - Number(used.has(a)));
}

/** The first of each list, then the second of each, and so on. */
function inTurns(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) =>
    lists.flatMap((list) => list.slice(turn, turn + 1)),
  ).flat();
}
