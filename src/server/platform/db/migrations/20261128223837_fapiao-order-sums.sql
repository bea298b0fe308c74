-- Servers that know the columns write nothing else.
-- contract: after 0.0.0
ALTER TABLE "fapiao_orders" ADD CONSTRAINT "fapiao_orders_sums" CHECK ("fapiao_orders"."least_cents" >= 0 and "fapiao_orders"."amount_cents" between "fapiao_orders"."least_cents" and "fapiao_orders"."asked_cents" and ("fapiao_orders"."least_cents" is null or "fapiao_orders"."asked_cents" is not null));