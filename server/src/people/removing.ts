import type { AccountNews } from '../account/account-news.ts';
import { writeAct } from '../audit/audit.writing.ts';
import type { Tx } from '../database/database.ts';
import type { Letter } from '../mail/mail-template.ts';
import { createPeopleRepository } from './people.repository.ts';

/** Tells somebody what has become of them in a team. */
export type TellMember = (
  tx: Tx,
  to: string,
  words: Pick<Letter, 'title' | 'paragraphs'>,
) => Promise<void>;

export const createTellMember =
  (mail: Pick<AccountNews, 'tell'>, publicUrl: string): TellMember =>
  (tx, to, words) =>
    mail.tell(tx, to, {
      kind: 'letter',
      letter: { ...words, button: { label: 'Abrir a Pontual', url: `${publicUrl}/dashboard` } },
    });

/** Ends somebody's part in a workspace that is held, with what they let programs do there; they are told. */
export async function removePerson(
  tx: Tx,
  workspaceId: string,
  person: { id: string; email: string },
  tell: TellMember,
): Promise<void> {
  const people = createPeopleRepository(tx);
  const { label } = await people.workspace(workspaceId);
  await people.remove(workspaceId, person.id);
  await writeAct(tx, { workspaceId, kind: 'people.removed', subjectId: person.id });
  await tell(tx, person.email, removedLetter(label));
}

const removedLetter = (team: string): Pick<Letter, 'title' | 'paragraphs'> => ({
  title: 'Você saiu de uma equipe',
  paragraphs: [
    `Você não faz mais parte da equipe ${team} na Pontual. O que você fez nela continua com a equipe.`,
    'A sua própria conta na Pontual segue como estava.',
  ],
});
