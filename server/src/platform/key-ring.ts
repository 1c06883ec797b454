import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Key {
  id: string;
  encryption: KeyObject;
  signing: KeyObject;
}

/** The first key encrypts and signs; all keys decrypt and verify. */
export interface KeyRing {
  /** An encrypted text begins with the id of its key and a dot. */
  readonly currentKeyId: string;
  /** `context` binds the secret to one use: with another context, decryption fails. */
  encrypt(plain: string, context: string): string;
  decrypt(sealed: string, context: string): string;
  sign(text: string): string;
  verify(text: string, signature: string): boolean;
}

/** @param secretKeys `id:base64,id:base64`, each key with 32 bytes */
export function createKeyRing(secretKeys: string): KeyRing {
  const fault = findKeysError(secretKeys);
  if (fault !== undefined) throw new Error(`SECRET_KEYS ${fault}`);
  const keys = secretKeys.split(',').map(readKey);
  const [currentKey] = keys;
  if (currentKey === undefined) throw new Error('SECRET_KEYS names no key');

  const signWith = (key: Key, text: string) =>
    createHmac('sha256', key.signing).update(text).digest('base64url');

  return {
    currentKeyId: currentKey.id,
    encrypt(plain, context) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', currentKey.encryption, iv);
      cipher.setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return [currentKey.id, ...[iv, cipher.getAuthTag(), body].map(toText)].join('.');
    },
    decrypt(sealed, context) {
      const [id, iv = '', tag = '', body = ''] = sealed.split('.');
      const key = keys.find((candidate) => candidate.id === id);
      if (key === undefined) throw new Error(`SECRET_KEYS lacks the key ${id}`);
      const decipher = createDecipheriv('aes-256-gcm', key.encryption, fromText(iv));
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(fromText(tag));
      return Buffer.concat([decipher.update(fromText(body)), decipher.final()]).toString('utf8');
    },
    sign: (text) => signWith(currentKey, text),
    verify: (text, signature) => keys.some((key) => equal(signWith(key, text), signature)),
  };
}

/** SECRET_KEYS, or a key that is generated once into the data folder, readable only by its owner. */
export async function loadKeyRing(
  secretKeys: string | undefined,
  dataDir: string,
): Promise<KeyRing> {
  if (secretKeys !== undefined) return createKeyRing(secretKeys);
  const file = join(dataDir, 'secret-keys');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const fresh = `k1:${randomBytes(32).toString('base64')}\n`;
  // A hard link publishes the complete file; a second process uses the file of the first.
  const temporaryFile = `${file}.${process.pid}`;
  await writeFile(temporaryFile, fresh, { mode: 0o600, flush: true });
  await link(temporaryFile, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(temporaryFile);
  return createKeyRing((await readFile(file, 'utf8')).trim());
}

export function findKeysError(secretKeys: string): string | undefined {
  const keys = secretKeys.split(',').map((text) => text.trim());
  if (!keys.every(isKey)) return 'must read id:base64 with 32 bytes each, separated by commas';
  const ids = new Set(keys.map((text) => text.split(':')[0]));
  return ids.size === keys.length ? undefined : 'names two keys alike';
}

function isKey(text: string): boolean {
  const [id = '', secret = ''] = text.split(':');
  // An encrypted text names its key before the first dot, so that the id must contain none.
  return /^[\w-]+$/.test(id) && Buffer.from(secret, 'base64').length === 32;
}

function readKey(text: string): Key {
  const [id = '', secret = ''] = text.trim().split(':');
  const bytes = Buffer.from(secret, 'base64');
  const derive = (purpose: string) =>
    createSecretKey(new Uint8Array(hkdfSync('sha256', bytes, '', purpose, 32)));
  return { id, encryption: derive('pontual encryption'), signing: derive('pontual signing') };
}

const toText = (bytes: Buffer) => bytes.toString('base64url');
const fromText = (text: string) => Buffer.from(text, 'base64url');

function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
