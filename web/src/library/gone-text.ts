/** Of files that answer 404: no post shows them any more, or their links have ended. `left` are here. */
export function goneText(gone: number, left: number): string {
  const why =
    gone === 1
      ? 'arquivo não abriu: nenhum post o usa mais, ou o link dele venceu.'
      : 'arquivos não abriram: nenhum post os usa mais, ou os links deles venceram.';
  if (left === 0) return `${gone === 1 ? 'O' : 'Os'} ${why} Escolha de novo na biblioteca.`;
  return `${gone === 1 ? 'Um' : gone} ${why} ${left === 1 ? 'O outro está' : 'Os outros estão'} aqui.`;
}
