import { expect, test } from 'vitest';
import { isGuessable } from './guessable.ts';

test.each([
  'Senha123',
  'Senha@2026',
  'S3nha123',
  'Brasil2026',
  'Flamengo1',
  'Mudar123',
  'Abc12345',
  'Qwerty1',
  'Qwe123456789',
  '123456Ab',
  '1q2w3e4R',
  'Zaq12wsx',
  'Aaaa1111',
  'Aa1Aa1Aa1',
  'P@ssw0rd',
  'Password1!',
  'Corinthians1910',
  'Coração12',
  'JesusCristo7',
  'Pontual2026',
  'SenhaSenha1',
  'Iloveyou1',
  'Dezembro2025',
  '2026Maria',
])('%s is guessable', (password) => {
  expect(isGuessable(password)).toBe(true);
});

test.each(['Carioba2026', 'Oficina99', 'Nogueirah1', 'CariobaNogueirah1'])(
  '%s is guessable because it contains parts of the email address',
  (password) => {
    const email = 'carioba.nogueirah@oficina.example';
    expect(isGuessable(password, email)).toBe(true);
    expect(isGuessable(password, 'outra@exemplo.net')).toBe(false);
  },
);

test.each([
  'CanecaTrilhoVento4',
  'Neblina-telhado-27',
  'Senha-do-varal-azul-9',
  'xK9vQ2mLp4',
  'Maria83716502',
  'GatoNoTelhado5',
  'Tijolo7Vento',
])('%s is not guessable', (password) => {
  expect(isGuessable(password, 'maria@exemplo.com.br')).toBe(false);
});
