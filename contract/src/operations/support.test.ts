import { expect, test } from 'vitest';
import { sendMessage, supportMessage } from './support.ts';

const validMessage = {
  name: 'Nina Prado',
  email: 'nina@docesdanina.com.br',
  category: 'tecnico',
  subject: 'Vídeo recusado no sábado',
  message: 'O vídeo de 42 segundos falhou.\nO mesmo arquivo sobe pelo celular.',
};

function errorsByField(form: object): Record<string, string | undefined> {
  const { error } = supportMessage.safeParse(form);
  const issues = error?.issues.toReversed() ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
}

test('accepts a message with all five fields unchanged', () => {
  expect(supportMessage.parse(validMessage)).toEqual(validMessage);
});

test('requires all five fields, each with its own message', () => {
  const missing = {
    name: 'Nome é obrigatório',
    email: 'E-mail é obrigatório',
    category: 'Escolha uma categoria',
    subject: 'Assunto é obrigatório',
    message: 'Mensagem é obrigatória',
  };
  expect(errorsByField({})).toEqual(missing);
  expect(
    errorsByField({ name: ' ', email: '', category: '', subject: '\n', message: '\t' }),
  ).toEqual(missing);
});

test.each(['nina@docesdanina', 'nina', 'nina prado@doces.com', '@doces.com'])(
  'rejects %s as an email address',
  (email) => {
    expect(errorsByField({ ...validMessage, email })).toEqual({ email: 'E-mail inválido' });
  },
);

test('rejects a text beyond its limit and names the limit', () => {
  const long = (length: number) => 'a'.repeat(length);
  const longest = { ...validMessage, name: long(100), subject: long(150), message: long(5000) };
  expect(errorsByField(longest)).toEqual({});
  expect(
    errorsByField({ ...validMessage, name: long(101), subject: long(151), message: long(5001) }),
  ).toEqual({
    name: 'Nome deve ter no máximo 100 caracteres',
    subject: 'Assunto deve ter no máximo 150 caracteres',
    message: 'Mensagem deve ter no máximo 5000 caracteres',
  });
});

test('turns line breaks in a one-line field into spaces', () => {
  const bent = supportMessage.parse({
    ...validMessage,
    name: 'Nina\r\nBcc: eva@exemplo.com',
    subject: ' Oi\r\n\r\n<p>Corpo</p>\u2028\0fim ',
    message: ' um\r\ndois\rtrês\0\u0007 ',
  });
  expect(bent).toMatchObject({
    name: 'Nina Bcc: eva@exemplo.com',
    subject: 'Oi <p>Corpo</p> fim',
    message: 'um\ndois\ntrês',
  });
});

test('accepts the two extra fields of the form and no others', () => {
  const message = { ...validMessage, extra: 'https://exemplo.com', openFor: 12_000 };
  expect(sendMessage.body.parse(message)).toEqual(message);
  expect(sendMessage.body.safeParse({ ...validMessage, openFor: -1 }).success).toBe(false);
  expect(sendMessage.body.safeParse({ ...validMessage, isPriority: true }).success).toBe(false);
});
