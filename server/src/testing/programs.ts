import type { DataOf } from '@pontual/contract/endpoint.ts';
import type { Scope } from '@pontual/contract/scopes.ts';
import type { createToken } from '@pontual/contract/tokens.ts';
import { dataOf, PASSWORD, type Client } from './factories.ts';

interface TokenWish {
  name?: string;
  scopes?: readonly Scope[];
  days?: number;
  password?: string;
}

/** What the form for a token sends. */
export const askToken = (client: Client, wish: TokenWish = {}) =>
  client.post<DataOf<typeof createToken>>('/account/tokens', {
    name: 'Planilha',
    scopes: ['posts:read'],
    days: 30,
    password: PASSWORD,
    ...wish,
  });

/** A token of this client's, as a program shows it. */
export const aToken = async (client: Client, wish: TokenWish = {}): Promise<string> =>
  dataOf(await askToken(client, wish)).secret;
