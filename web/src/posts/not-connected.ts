/** What is said of a post without an account to publish it (specification, section 8). */
export const NOT_CONNECTED =
  'Conta do Instagram não conectada. O post não será publicado até você conectar uma conta.';
