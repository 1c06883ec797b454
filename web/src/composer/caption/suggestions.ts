import { HASHTAGS_PER_POST } from '@pontual/contract/shared/instagram-limits.ts';
import { captionLengthState } from '../../posts/caption-text.ts';
import { fold, findHashtags, type TypedHashtag } from '../../posts/hashtag-text.ts';
import { countTopicHabits, detectTopics, type TopicIndex } from './topic-search.ts';
import type { Topic } from '../../library/hashtags/topics/topic.ts';

/** Specification, section 9. */
const MAX_SUGGESTIONS = 8;
const MAX_TOPIC_SUGGESTIONS = 6;

export interface Habits {
  /** Without the `#` sign, most used first; equally used ones by the latest use. */
  hashtags: readonly string[];
  topics: ReadonlyMap<Topic, number>;
}

/** @param pastCaptions newest first */
export function habitsFrom(pastCaptions: readonly string[], index: TopicIndex | null): Habits {
  return {
    hashtags: rankByUse(pastCaptions),
    topics: index === null ? new Map() : countTopicHabits(index, pastCaptions),
  };
}

function rankByUse(pastCaptions: readonly string[]): string[] {
  const uses = new Map<string, { name: string; count: number }>();
  for (const { name } of pastCaptions.flatMap(findHashtags)) {
    const known = uses.get(fold(name));
    if (known === undefined) uses.set(fold(name), { name, count: 1 });
    else known.count += 1;
  }
  // The sort is stable and the newest caption comes first, so equals stay in order of latest use.
  return [...uses.values()].toSorted((a, b) => b.count - a.count).map(({ name }) => name);
}

export interface TokenSuggestions {
  names: readonly string[];
  /** The typed text is a known hashtag already; no suggestion is preselected. */
  isComplete: boolean;
}

// Prefix matches come first: the user's own, those of the caption's topics, the rest. Then substring matches
// of the first two groups.
export function suggestForToken(
  token: TypedHashtag,
  caption: string,
  habits: Habits,
  index: TopicIndex | null,
): TokenSuggestions {
  const captionTopics = index === null ? [] : detectTopics(index, caption, habits.topics);
  const preferred = [...habits.hashtags, ...captionTopics.flatMap(({ tags }) => tags)];
  const known = [...preferred, ...(index?.topics ?? []).flatMap(({ tags }) => tags)];
  const typed = fold(token.typedText);
  const existing = new Set(
    findHashtags(caption)
      .filter(({ start }) => start !== token.start)
      .map(({ name }) => fold(name)),
  );
  const names = uniqueHashtags(known, existing).filter(({ name }) => name !== token.name);
  const prefixMatches = names.filter(({ key }) => key.startsWith(typed));
  const preferredSet = new Set(preferred);
  const substringMatches = names.filter(
    ({ key, name }) => preferredSet.has(name) && key.includes(typed) && !key.startsWith(typed),
  );
  return {
    names: [...prefixMatches, ...substringMatches]
      .slice(0, MAX_SUGGESTIONS)
      .map(({ name }) => name),
    isComplete: known.some((name) => fold(name) === fold(token.name)),
  };
}

function uniqueHashtags(names: readonly string[], excluded: ReadonlySet<string>) {
  const seenKeys = new Set(excluded);
  return names.flatMap((name) => {
    const key = fold(name);
    if (seenKeys.has(key)) return [];
    seenKeys.add(key);
    return [{ key, name }];
  });
}

interface HashtagOffer {
  title: string;
  names: readonly string[];
}

/** Null when there are none, or the caption has no room for more. */
export function suggestForCaption(
  caption: string,
  habits: Habits,
  index: TopicIndex | null,
): HashtagOffer | null {
  const existing = findHashtags(caption).map(({ name }) => fold(name));
  if (existing.length >= HASHTAGS_PER_POST || captionLengthState(caption).state === 'over')
    return null;
  const excluded = new Set(existing);
  const topics = index === null ? [] : detectTopics(index, caption, habits.topics);
  const topicHashtags = uniqueHashtags(
    interleave(topics.map((topic) => sortByUse(topic, habits))),
    excluded,
  );
  const createOffer = (title: string, entries: readonly { name: string }[]): HashtagOffer => ({
    title,
    names: entries.slice(0, MAX_TOPIC_SUGGESTIONS).map(({ name }) => name),
  });
  if (topicHashtags.length > 0) {
    return createOffer(
      `Sugestões por tema: ${topics.map(({ name }) => name).join(' e ')}`,
      topicHashtags,
    );
  }
  const ownHashtags = uniqueHashtags(habits.hashtags, excluded);
  return ownHashtags.length === 0 ? null : createOffer('Suas hashtags', ownHashtags);
}

function sortByUse({ tags }: Topic, { hashtags }: Habits): string[] {
  const used = new Set(hashtags.map(fold));
  return tags.toSorted((a, b) => Number(used.has(b)) - Number(used.has(a)));
}

function interleave(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat();
}
