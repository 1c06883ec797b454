import { join } from 'node:path';
import type { Env } from '../../platform/env.ts';
import { createLocalStorage } from './local-storage.ts';
import { createLocalMarkerStore, type MarkerStore } from './marker-store.ts';
import type { S3Settings } from './s3-storage.ts';
import type { MediaStorage } from './storage.ts';

export type StorageEnv = Partial<
  Pick<Env, 'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'>
>;

function settingsOf(env: StorageEnv, scratch: string): S3Settings | undefined {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: keyId, S3_SECRET_ACCESS_KEY: secret } = env;
  if (bucket === undefined || keyId === undefined || secret === undefined) return undefined;
  return {
    bucket,
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION ?? 'us-east-1',
    accessKeyId: keyId,
    secretAccessKey: secret,
    scratch,
  };
}

/** `scratch` is for temporary files. */
export async function createStorage(
  env: StorageEnv,
  folder: string,
  scratch: string,
): Promise<MediaStorage> {
  const settings = settingsOf(env, scratch);
  if (settings === undefined) return createLocalStorage(folder);
  // Loading the client takes more than half of the start time of the server.
  const { createS3Storage } = await import('./s3-storage.ts');
  return createS3Storage(settings);
}

export async function createMarkerStore(
  env: StorageEnv,
  folder: string,
  scratch: string,
  kind: string,
): Promise<MarkerStore> {
  const settings = settingsOf(env, scratch);
  if (settings === undefined) return createLocalMarkerStore(join(folder, kind));
  const { createS3MarkerStore } = await import('./s3-storage.ts');
  return createS3MarkerStore(settings, kind);
}
