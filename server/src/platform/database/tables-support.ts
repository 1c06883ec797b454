import type { SupportCategory } from '@pontual/contract/operations/support-categories.ts';
import type { Generated } from 'kysely';

/** What makes a message look like spam (server/src/operations/support/support.rules.ts). */
export type SpamMark = 'hasty' | 'links';
/** To whom a message has a mail sent. */
export type SupportEmailKind = 'team' | 'sender';

/** The tables of what people write to the team. */
export interface SupportTables {
  support_messages: {
    id: string;
    user_id: string | null;
    category: SupportCategory;
    name: string;
    email: string;
    subject: string;
    message: string;
    content_sha256: Buffer;
    is_priority: boolean;
    marks: SpamMark[];
    created_at: Generated<Date>;
  };
  support_letters: {
    message_id: string;
    kind: SupportEmailKind;
    sending_until: Date | null;
    sent_at: Date | null;
    given_up_at: Date | null;
  };
}
