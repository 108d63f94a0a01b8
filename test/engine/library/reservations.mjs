export default {
  async add({ args: { bookId, reader }, fault, tx, now, caller }) {
    const book = await tx.get("library_books", bookId);
    if (!book) throw fault("book_not_exists");
    if (book.lent_to === null) throw fault("book_not_lent", `${book.title} is there.`);

    const waiting = { book: book.title, reader, asked_at: now, noted_by: caller.username };
    await tx.rows("reservations").put(`${bookId} ${reader}`, waiting);
    if (reader === "Mallory") throw new Error("no such card");
    return reader === "Nobody" ? "yes" : true;
  },

  list: async ({ tx }) => (await tx.rows("reservations").all()).map(({ value }) => value),
};
