export interface Topic {
  /** In lower case unless it is a proper name. */
  name: string;
  /** Words and phrases, in the singular, that indicate the topic. */
  triggers: readonly string[];
  /** Without `#`, the most relevant first. */
  tags: readonly string[];
}

/** Triggers are separated by commas, because some are phrases; tags by spaces. */
export function topic(name: string, triggers: string, tags: string): Topic {
  return { name, triggers: triggers.split(', '), tags: tags.split(' ') };
}
