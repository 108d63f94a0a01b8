// The products of the contract as a team would serve them in an afternoon: Express with express-openapi-validator, lowdb
// and pino. Prints its port.
import express from "express";
import { middleware as validated } from "express-openapi-validator";
import { JSONFilePreset } from "lowdb/node";
import { pino } from "pino";

const [contract, file, session] = process.argv.slice(2);
const db = await JSONFilePreset(file, { products: [] });
const log = pino();
const app = express();

app.use((request, response, next) => {
  const started = performance.now();
  response.on("finish", () => {
    const { method, originalUrl: url } = request;
    log.info({ method, url, status: response.statusCode, ms: performance.now() - started });
  });
  next();
});
app.use(express.json());
const handlers = {
  session: ({ headers }) => headers.authorization === `Bearer ${session}`,
  basic: () => false,
  oauth: () => false,
};
app.use(validated({ apiSpec: contract, validateSecurity: { handlers } }));

app.get("/api/rest/products", ({ query }, response) => {
  const { page, limit, order = "entity_id", dir = "asc" } = query;
  const sorted = db.data.products.toSorted((one, other) => compared(one[order] ?? "", other[order] ?? ""));
  if (dir === "dsc") sorted.reverse();
  const rows = sorted.slice((page - 1) * limit, page * limit).map(rowOf);
  response.json(Object.fromEntries(rows.map((row) => [row.entity_id, row])));
});

app
  .route("/api/rest/products/:id")
  .get(({ params }, response) => response.json(productOf(params.id)))
  .put(async ({ params, body: { price, ...others } }, response) => {
    const product = productOf(params.id);
    Object.assign(product, others, price !== undefined && { price: Number(price).toFixed(4) });
    product.updated_at = new Date().toISOString().slice(0, 19).replace("T", " ");
    await db.write();
    response.end();
  });

app.use((error, _request, response, _next) => {
  const status = error.status ?? 500;
  if (status === 500) log.error(error);
  response.status(status).json({ messages: { error: [{ code: status, message: error.message }] } });
});

const server = app.listen(0, "127.0.0.1", () => console.log(server.address().port));

function productOf(id) {
  const product = db.data.products.find((one) => one.entity_id === String(id));
  if (!product) throw Object.assign(new Error("Resource not found."), { status: 404 });
  return product;
}

function rowOf({ stock_data: _stock, group_price: _groups, tier_price: _tiers, ...row }) {
  return row;
}

function compared(one, other) {
  return one.localeCompare(other, "en", { numeric: true });
}
