import type { OwnSupportMessage, SupportMessage } from '@pontual/contract/operations/support.ts';
import { anId } from './examples.ts';

const HOUR = 3_600_000;

export const aSupportMessage = (overrides: Partial<SupportMessage> = {}): SupportMessage => ({
  name: 'Nina Prado',
  email: 'nina@example.com',
  category: 'tecnico',
  subject: 'Vídeo recusado no sábado',
  message: 'O vídeo de 42 segundos falhou às 10:00.\nO mesmo arquivo sobe pelo celular.',
  ...overrides,
});

export const aSentMessage = (overrides: Partial<OwnSupportMessage> = {}): OwnSupportMessage => ({
  _id: anId(),
  category: 'tecnico',
  subject: 'Vídeo recusado no sábado',
  message: 'O mesmo arquivo sobe pelo celular.',
  email: 'ana@example.com',
  state: 'received',
  createdAt: new Date().toISOString(),
  priority: false,
  replyBy: new Date(Date.now() + 24 * HOUR).toISOString(),
  ...overrides,
});
