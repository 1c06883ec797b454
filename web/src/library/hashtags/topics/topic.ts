export interface Topic {
  /** As it is named to people, in lower case unless it is a name. */
  name: string;
  /** Words and phrases, in the singular, that tell of it. */
  triggers: readonly string[];
  /** Without their sign, the most fitting first. */
  tags: readonly string[];
}

/** Triggers are parted by commas, since some are phrases; tags by spaces. */
export function topic(name: string, triggers: string, tags: string): Topic {
  return { name, triggers: triggers.split(', '), tags: tags.split(' ') };
}
