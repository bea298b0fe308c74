CREATE SEQUENCE "public"."list_view_ids" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1;--> statement-breakpoint
CREATE TABLE "list_views" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"id" bigint DEFAULT nextval('list_view_ids') NOT NULL,
	"page" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "list_views_owner_id_user_id_id_pk" PRIMARY KEY("owner_id","user_id","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "list_views_by_name" ON "list_views" USING btree ("owner_id","user_id","page",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "list_views_default" ON "list_views" USING btree ("owner_id","user_id","page") WHERE "list_views"."is_default";