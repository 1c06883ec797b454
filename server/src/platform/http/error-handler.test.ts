import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { createLog } from '../log/log.ts';
import { createErrorHandler } from './error-handler.ts';

test('an unexpected error is answered without its reason and logged with it', async () => {
  const lines: string[] = [];
  const log = createLog('error', { write: (line) => void lines.push(line) });
  const app = Fastify();
  app.setErrorHandler(createErrorHandler(log));
  app.get('/return/:code', async () => {
    throw new Error('relation "users" does not exist');
  });
  const { statusCode, body } = await app.inject('/return/segredo?state=outro');
  expect(statusCode).toBe(500);
  expect(JSON.parse(body)).toEqual({
    success: false,
    code: 'INTERNAL',
    message: 'Erro interno do servidor',
  });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('relation');
  expect(lines[0]).toContain('error-handler.test.ts');
  expect(lines[0]).toContain('/return/:code');
  expect(lines[0]).not.toMatch(/segredo|outro/);
});
