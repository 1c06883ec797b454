import { z } from 'zod';
import { GraphError, createParameterError } from './graph-error.ts';
import type { UserTag } from './media-records.ts';

const MAX = { caption: 2200, mentions: 20, tags: 20, collaborators: 3, alt: 1000 };
const USERNAME = /^[a-z0-9_.]{1,30}$/i;
/** A sentinel: accounts with this prefix cannot be tagged or invited. */
const PRIVATE_PREFIX = 'privado';

const tagsSchema = z.array(
  z.strictObject({
    username: z.string(),
    x: z.number().min(0).max(1).optional(),
    y: z.number().min(0).max(1).optional(),
  }),
);

/** Whether tags have a position: photos require one, reels refuse one. */
export type TagPositionRule = 'required' | 'refused' | 'optional';

function parseJson<Value>(name: string, text: string, schema: z.ZodType<Value>): Value {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw createParameterError(`Param ${name} must be valid JSON`);
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw createParameterError(`Param ${name} is not of the expected shape`);
  return parsed.data;
}

/** Also for comments, whose own limits are not documented. */
export function readCaption(text: string, { maxHashtags }: { maxHashtags: number }): string {
  const tooMany =
    (text.match(/#[\p{L}\p{N}_]+/gu)?.length ?? 0) > maxHashtags ||
    (text.match(/@[\w.]+/g)?.length ?? 0) > MAX.mentions;
  // Characters are code points: an emoji of one code point counts once.
  const length = Array.from(text).length;
  if (length > MAX.caption || tooMany) {
    throw new GraphError('36004/2207010', {
      'submitted-caption-length': length,
      'maximum-caption-length': MAX.caption,
    });
  }
  return text;
}

export function readAltText(text: string): string {
  if (text.length > MAX.alt)
    throw createParameterError(`Param alt_text must be at most ${MAX.alt}`);
  return text;
}

export function readUserTags(text: string, positionRule: TagPositionRule): UserTag[] {
  const tags = parseJson('user_tags', text, tagsSchema);
  if (tags.length > MAX.tags) throw new GraphError('100/2207040', { 'max-tag-count': MAX.tags });
  for (const { x, y } of tags) {
    const hasPosition = x !== undefined && y !== undefined;
    if (positionRule === 'required' && !hasPosition) {
      throw createParameterError('Param user_tags must have x and y for photos');
    }
    if (positionRule === 'refused' && (x !== undefined || y !== undefined)) {
      throw createParameterError('Param user_tags must not have x and y for videos');
    }
  }
  requireTaggable(tags.map(({ username }) => username));
  return tags;
}

export function readCollaborators(text: string): string[] {
  const names = parseJson('collaborators', text, z.array(z.string()));
  if (names.length > MAX.collaborators) {
    throw createParameterError(
      `Param collaborators must have at most ${MAX.collaborators} usernames`,
    );
  }
  requireTaggable(names);
  return names;
}

function requireTaggable(usernames: readonly string[]): void {
  const refused = usernames.filter(
    (username) => !USERNAME.test(username) || username.startsWith(PRIVATE_PREFIX),
  );
  if (refused.length > 0) throw new GraphError('110/2207018', { users: refused.join(', ') });
}

/** Validates product tags without storing them, because the sandbox has no shop. */
export function checkProductTags(text: string, isVideo: boolean): void {
  const schema = z.array(
    z.strictObject({ product_id: z.string(), x: z.number().optional(), y: z.number().optional() }),
  );
  for (const { x, y } of parseJson('product_tags', text, schema)) {
    if (isVideo && (x !== undefined || y !== undefined)) throw new GraphError('100/2207035');
    if (!isVideo && (x === undefined || y === undefined)) throw new GraphError('100/2207036');
  }
  throw new GraphError('100/2207037');
}

export function readBoolean(name: string, text: string): boolean {
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  throw createParameterError(`Param ${name} must be a boolean`);
}

export function readThumbOffset(text: string): number {
  if (!/^\d+$/.test(text)) throw new GraphError('1/2207057');
  return Number(text);
}

/** Returns container ids from a comma-separated list or a JSON array. */
export function readChildren(text: string): string[] {
  const ids = text.startsWith('[')
    ? parseJson('children', text, z.array(z.union([z.string(), z.number()]))).map(String)
    : text.split(',').map((id) => id.trim());
  if (ids.length < 2 || ids.length > 10) throw new GraphError('100/2207028');
  return ids;
}
