import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { openCollection, type Collection } from '../state/collection.ts';

/** Somebody with a Google account. */
export type Person = {
  /** What Google calls them for ever: `sub`. */
  id: string;
  name: string;
  email: string;
  /** Some of Google's answers have said it as text. */
  emailVerified: boolean | 'true';
  /** The organisation that runs the account (`hd`). */
  organisation?: string | undefined;
  hint: string;
};

/** Who is always there: each is one case that a product must handle. */
const PEOPLE: readonly Person[] = [
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

/** The body of the call by which somebody else gets an account. */
export const newPersonSchema = z.strictObject({
  name: z.string().min(1),
  email: z.email(),
  emailVerified: z.union([z.boolean(), z.literal('true')]).default(true),
  organisation: z.string().min(1).optional(),
});

/** How many of those who moved in get a button; all others can be chosen by their id. */
const SHOWN = 20;

export type People = {
  all(): readonly Person[];
  /** Who has a button, the newest of those who moved in first. */
  shown(): readonly Person[];
  find(id: string): Person | undefined;
  /** A second account may have the address of one that is gone. */
  moveIn(person: z.infer<typeof newPersonSchema>): Person;
  reset(): void;
};

/** Opens the accounts, which survive a restart. */
export function openPeople(database: DatabaseSync): People {
  const others: Collection<Person> = openCollection(database, 'google-people');
  return {
    all: () => [...PEOPLE, ...others.all()],
    shown: () => [...PEOPLE, ...others.all().toReversed().slice(0, SHOWN)],
    find: (id) => PEOPLE.find((person) => person.id === id) ?? others.get(id),
    moveIn(given) {
      const id = String(107_000_000_001_000 + others.size());
      const person = { ...given, id, hint: 'Chegou por uma chamada de controle.' };
      others.put(person);
      return person;
    },
    reset: () => others.clear(),
  };
}
