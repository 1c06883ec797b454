import { createHash } from 'node:crypto';
import type { SupportMessage } from '@pontual/contract/operations/support.ts';

export const contentHash = ({ name, email, category, subject, message }: SupportMessage): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([name, email.toLowerCase(), category, subject, message]))
    .digest();
