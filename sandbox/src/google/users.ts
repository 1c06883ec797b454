import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { openCollection, type Collection } from '../platform/state/collection.ts';

export type GoogleUser = {
  id: string;
  name: string;
  email: string;
  /** Some responses of Google have contained it as text. */
  emailVerified: boolean | 'true';
  organisation?: string | undefined;
  hint: string;
};

const SEEDED_USERS: readonly GoogleUser[] = [
  {
    id: '107000000000000000001',
    name: 'Marina Duarte',
    email: 'marina.duarte@gmail.com',
    emailVerified: true,
    hint: 'Um endereço do próprio Gmail.',
  },
  {
    id: '107000000000000000002',
    name: 'Davi Serrano',
    email: 'davi@cafeserra.com.br',
    emailVerified: true,
    organisation: 'cafeserra.com.br',
    hint: 'Uma organização que usa o Google Workspace (hd).',
  },
  {
    id: '107000000000000000003',
    name: 'Lia Prado',
    email: 'lia@liaprado.com.br',
    emailVerified: true,
    hint: 'Um endereço de outro provedor, confirmado um dia; o Google não o administra.',
  },
  {
    id: '107000000000000000004',
    name: 'Téo Lima',
    email: 'teo@limadoces.com.br',
    emailVerified: false,
    hint: 'Um endereço que nunca foi confirmado.',
  },
  {
    id: '107000000000000000005',
    name: 'Bia Rocha',
    email: 'bia.rocha@gmail.com',
    emailVerified: 'true',
    hint: 'O Gmail, com email_verified como texto.',
  },
];

export const newUserSchema = z.strictObject({
  name: z.string().min(1),
  email: z.email(),
  emailVerified: z.union([z.boolean(), z.literal('true')]).default(true),
  organisation: z.string().min(1).optional(),
});

const MAX_BUTTONS = 20;

export type GoogleUsers = {
  list(): readonly GoogleUser[];
  listShown(): readonly GoogleUser[];
  find(id: string): GoogleUser | undefined;
  /** A second user may have the address of a deleted one. */
  add(user: z.infer<typeof newUserSchema>): GoogleUser;
  reset(): void;
};

export function openGoogleUsers(database: DatabaseSync): GoogleUsers {
  const addedUsers: Collection<GoogleUser> = openCollection(database, 'google-people');
  return {
    list: () => [...SEEDED_USERS, ...addedUsers.all()],
    listShown: () => [...SEEDED_USERS, ...addedUsers.all().toReversed().slice(0, MAX_BUTTONS)],
    find: (id) => SEEDED_USERS.find((user) => user.id === id) ?? addedUsers.get(id),
    add(input) {
      const id = String(107_000_000_001_000 + addedUsers.size());
      const user = { ...input, id, hint: 'Chegou por uma chamada de controle.' };
      addedUsers.put(user);
      return user;
    },
    reset: () => addedUsers.clear(),
  };
}
