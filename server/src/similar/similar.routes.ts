import { findSimilar, findSimilarToBatch } from '@pontual/contract/similar.ts';
import { serve, type Serving } from '../http/serve.ts';
import type { Similar } from './similar.service.ts';

export function registerSimilarRoutes(serving: Serving, { similar }: { similar: Similar }): void {
  serve(serving, findSimilar, async ({ body }, session) => ({
    similar: await similar.find(session, body),
  }));

  serve(serving, findSimilarToBatch, async ({ body }, session) => ({
    posts: await similar.findToBatch(session, body),
  }));
}
