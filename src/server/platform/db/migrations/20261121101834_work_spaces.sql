CREATE SEQUENCE "public"."contact_ids" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."space_ids" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1;--> statement-breakpoint
CREATE TABLE "contacts" (
	"owner_id" bigint NOT NULL,
	"id" bigint DEFAULT nextval('contact_ids') NOT NULL,
	"space_id" bigint NOT NULL,
	"title" text NOT NULL,
	"cellphone" text,
	"company" text,
	"step" text NOT NULL,
	"country" text,
	"tags" text[],
	"from_app" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "contacts_owner_id_id_pk" PRIMARY KEY("owner_id","id")
);
--> statement-breakpoint
CREATE TABLE "space_invitations" (
	"name" text NOT NULL,
	"space_id" bigint NOT NULL,
	"space_owner_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "space_invitations_name_space_id_pk" PRIMARY KEY("name","space_id")
);
--> statement-breakpoint
CREATE TABLE "space_members" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"space_id" bigint NOT NULL,
	"space_owner_id" bigint NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "space_members_owner_id_user_id_space_id_pk" PRIMARY KEY("owner_id","user_id","space_id")
);
--> statement-breakpoint
CREATE TABLE "spaces" (
	"owner_id" bigint NOT NULL,
	"id" bigint DEFAULT nextval('space_ids') NOT NULL,
	"user_id" bigint NOT NULL,
	"name" text NOT NULL,
	"contacts" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "spaces_owner_id_id_pk" PRIMARY KEY("owner_id","id"),
	CONSTRAINT "spaces_contacts" CHECK ("spaces"."contacts" >= 0)
);
--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_owner_id_space_id_spaces_owner_id_id_fk" FOREIGN KEY ("owner_id","space_id") REFERENCES "public"."spaces"("owner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contacts_of_space" ON "contacts" USING btree ("owner_id","space_id","id","step","title","cellphone");--> statement-breakpoint
CREATE INDEX "space_invitations_of_space" ON "space_invitations" USING btree ("space_owner_id","space_id","at");--> statement-breakpoint
CREATE INDEX "space_invitations_by_age" ON "space_invitations" USING btree ("at");--> statement-breakpoint
CREATE INDEX "space_members_of_space" ON "space_members" USING btree ("space_owner_id","space_id","joined_at");--> statement-breakpoint
CREATE INDEX "spaces_of_user" ON "spaces" USING btree ("owner_id","user_id","id");