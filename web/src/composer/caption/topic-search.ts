import { fold, findHashtags } from '../../posts/hashtag-text.ts';
import type { Topic } from '../../library/hashtags/topics/topic.ts';

export interface TopicIndex {
  topics: readonly Topic[];
  /** Keyed by the first word of a trigger. */
  triggers: ReadonlyMap<string, readonly { words: readonly string[]; topic: Topic }[]>;
  byTag: ReadonlyMap<string, readonly Topic[]>;
}

/** Portuguese plural endings and their singulars; any other plural loses its s. */
const plurals: readonly [RegExp, string][] = [
  [/^maes$/, 'mae'],
  [/(?:oes|aes|aos)$/, 'ao'],
  [/([aeou])is$/, '$1l'],
  [/ns$/, 'm'],
  [/s$/, ''],
];

/** The singular and plural of a word share a stem, which need not be a word. */
function stemWord(word: string): string {
  if (word.length <= 3) return word;
  const plural = plurals.find(([ending]) => ending.test(word));
  const singular = plural === undefined ? word : word.replace(...plural);
  // Maps flores to flor and luzes to luz; árvore loses its e in both numbers.
  return singular.replace(/([rz])e$/, '$1');
}

function stemWords(text: string): string[] {
  return (fold(text).match(/[a-z0-9]+/g) ?? []).map(stemWord);
}

function groupByKey<T>(entries: readonly (readonly [string, T])[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const [key, value] of entries) {
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}

export function indexTopics(topics: readonly Topic[]): TopicIndex {
  const triggers = topics.flatMap((topic) =>
    topic.triggers.map((trigger) => {
      const words = stemWords(trigger);
      return [words[0] ?? '', { words, topic }] as const;
    }),
  );
  const tags = topics.flatMap((topic) => topic.tags.map((tag) => [fold(tag), topic] as const));
  return { topics, triggers: groupByKey(triggers), byTag: groupByKey(tags) };
}

function countTopicMentions({ triggers, byTag }: TopicIndex, text: string): Map<Topic, number> {
  const mentions = new Map<Topic, Set<string>>();
  const addMention = (topic: Topic, by: string) => {
    const all = mentions.get(topic);
    if (all === undefined) mentions.set(topic, new Set([by]));
    else all.add(by);
  };
  const words = stemWords(text);
  for (const [at, word] of words.entries()) {
    for (const trigger of triggers.get(word) ?? []) {
      if (trigger.words.every((part, offset) => words[at + offset] === part)) {
        addMention(trigger.topic, trigger.words.join(' '));
      }
    }
  }
  for (const { name } of findHashtags(text)) {
    for (const topic of byTag.get(fold(name)) ?? []) addMention(topic, stemWord(fold(name)));
  }
  return new Map([...mentions].map(([topic, source]) => [topic, source.size]));
}

export function countTopicHabits(
  index: TopicIndex,
  captions: readonly string[],
): Map<Topic, number> {
  const habits = new Map<Topic, number>();
  for (const caption of captions) {
    for (const topic of countTopicMentions(index, caption).keys()) {
      habits.set(topic, (habits.get(topic) ?? 0) + 1);
    }
  }
  return habits;
}

/** A single caption that mentions a topic may be chance. */
const MIN_HABIT_COUNT = 2;

// The second of two topics has at least half as many mentions as the first; habits break ties. A caption
// without a topic gets the author's most frequent one.
export function detectTopics(
  index: TopicIndex,
  caption: string,
  habits: ReadonlyMap<Topic, number>,
): Topic[] {
  const mentions = countTopicMentions(index, caption);
  const order = new Map(index.topics.map((topic, position) => [topic, position]));
  const byWeight = (weight: ReadonlyMap<Topic, number>) => (a: Topic, b: Topic) =>
    (weight.get(b) ?? 0) - (weight.get(a) ?? 0) || (order.get(a) ?? 0) - (order.get(b) ?? 0);
  const habitual = [...habits.keys()].toSorted(byWeight(habits));
  const [first, second] = [...mentions.keys()].toSorted(
    (a, b) => (mentions.get(b) ?? 0) - (mentions.get(a) ?? 0) || byWeight(habits)(a, b),
  );
  if (first === undefined) {
    return habitual.slice(0, 1).filter((topic) => (habits.get(topic) ?? 0) >= MIN_HABIT_COUNT);
  }
  const isStrong =
    second !== undefined && (mentions.get(second) ?? 0) * 2 >= (mentions.get(first) ?? 0);
  return isStrong ? [first, second] : [first];
}
